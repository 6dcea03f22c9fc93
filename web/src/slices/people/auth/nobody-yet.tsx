import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import classes from './forms/auth-form.module.css'

const command = 'npm run create-administrator -- --email you@example.com'

/** Explains at the log-in of a new network how to make the first account. */
export function NobodyYet() {
  const { t } = useTranslation()
  return (
    <div className={classes.notice} role="status">
      <strong>{t('auth.nobody.title')}</strong>
      <p>{t('auth.nobody.text')}</p>
      <CopyField label={t('auth.nobody.command')} value={command} />
    </div>
  )
}
