import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { IconAlertTriangle, IconRefresh } from '../pictures/icons.ts'
import classes from './state.module.css'

/** What stands in the place of something that could not be loaded, with a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={32} stroke={1.5} className={classes.bad} />
      <p className={classes.title}>{t('common.failed.load')}</p>
      <p className={classes.text}>{errorText(error)}</p>
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
