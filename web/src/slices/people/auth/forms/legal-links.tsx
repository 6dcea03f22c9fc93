import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './auth-form.module.css'

/** Under log-in and sign-up: what one agrees to (domain.md#public-pages). */
export function LegalLinks() {
  const { t } = useTranslation()
  return (
    <p className={classes.links}>
      <Link to="/terms">{t('public.legal.terms')}</Link>
      <Link to="/privacy">{t('public.legal.privacy')}</Link>
    </p>
  )
}
