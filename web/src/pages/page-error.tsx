import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './whole-page.module.css'

/** Shown when a page broke (domain.md#screens). */
export function PageError() {
  const { t } = useTranslation()
  useTitle(t('common.failed.title'))
  return (
    <div className={classes.page} role="alert">
      <EmptyState
        drawing="plug"
        wholePage
        title={t('common.failed.title')}
        action={<Button onClick={() => location.reload()}>{t('common.failed.action')}</Button>}
      />
    </div>
  )
}
