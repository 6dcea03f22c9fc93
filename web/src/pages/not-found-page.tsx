import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTitle } from '../ui/use-title.ts'
import classes from './whole-page.module.css'

/** Shown for an address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation()
  useTitle(t('common.notFound.title'))
  return (
    <main className={classes.page}>
      <EmptyState
        drawing="road"
        wholePage
        title={t('common.notFound.title')}
        text={t('common.notFound.text')}
        action={
          <Button component={Link} to="/">
            {t('common.notFound.action')}
          </Button>
        }
      />
    </main>
  )
}
