import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import classes from '../../../slices/people/auth/forms/auth-form.module.css'
import { LegalLinks } from '../../../slices/people/auth/forms/legal-links.tsx'
import { SignUpForm } from '../../../slices/people/auth/forms/sign-up-form.tsx'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'

/** The sign-up; it ends with a log-in. Where everybody logs in at a provider it leads there. */
export function SignUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const close = { label: t('auth.close'), onClose: () => void navigate({ to: '/' }) }
  if (useHelpConfig()?.sign_up === false)
    return (
      <EntryCard title={t('auth.signUp.title')} subtitle={t('auth.signUp.off')} close={close}>
        <Button component={Link} to="/login" size="md" fullWidth>
          {t('auth.submit')}
        </Button>
      </EntryCard>
    )
  return (
    <EntryCard title={t('auth.signUp.title')} subtitle={t('auth.signUp.text')} close={close}>
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
