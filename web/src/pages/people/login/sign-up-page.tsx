import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from '../../../slices/people/auth/forms/auth-form.module.css'
import { LegalLinks } from '../../../slices/people/auth/forms/legal-links.tsx'
import { SignUpForm } from '../../../slices/people/auth/forms/sign-up-form.tsx'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'

/** The sign-up; it ends with a log-in. */
export function SignUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <EntryCard
      title={t('auth.signUp.title')}
      subtitle={t('auth.signUp.text')}
      close={{ label: t('auth.close'), onClose: () => void navigate({ to: '/' }) }}
    >
      <SignUpForm onDone={() => void navigate({ to: '/dashboard' })} />
      <p className={classes.links}>
        <span>
          {t('auth.haveAccount')} <Link to="/login">{t('auth.submit')}</Link>
        </span>
      </p>
      <LegalLinks />
    </EntryCard>
  )
}
