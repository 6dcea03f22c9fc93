import { Button, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import classes from '../../../slices/people/auth/forms/auth-form.module.css'
import { ForgotForm } from '../../../slices/people/auth/forms/forgot-form.tsx'
import { LegalLinks } from '../../../slices/people/auth/forms/legal-links.tsx'
import { LogInForm } from '../../../slices/people/auth/forms/log-in-form.tsx'
import { takeRequestedPage } from '../../../slices/people/auth/requested-page.ts'
import { CodeForm } from '../../../slices/people/auth/second-factor/code-form.tsx'
import { logIn } from '../../../slices/people/auth/session-actions.ts'
import { ProviderButton } from '../../../slices/people/auth/single-sign-on/provider-button.tsx'
import { providerQuery } from '../../../slices/people/auth/single-sign-on/provider-log-in.ts'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { IconCheck, IconMailFast } from '../../../ui/pictures/icons.ts'
import { Mark } from './mark.tsx'

// every network needs it once
const NobodyYet = lazy(async () => ({
  default: (await import('../../../slices/people/auth/nobody-yet.tsx')).NobodyYet,
}))

const route = getRouteApi('/open/login')

/** The log-in flow: log in, request a new password, look into the mailbox, log in with the new password. The step is in the URL; the e-mail is kept between steps. */
export function LogInPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const navigate = route.useNavigate()
  const { step } = route.useSearch()
  const help = useHelpConfig()
  const [email, setEmail] = useState('')
  /** the password is right, and a code is needed too */
  const [password, setPassword] = useState<string>()
  const close = { label: t('auth.close'), onClose: () => void navigate({ to: '/' }) }

  if (step === 'sent') return <SentCard email={email} close={close} />
  if (step === 'forgot') return <ForgotCard email={email} onEmail={setEmail} close={close} />

  const enter = () => router.history.push(takeRequestedPage())
  if (password !== undefined)
    return (
      <EntryCard title={t('auth.code.title')} subtitle={t('auth.code.text')} close={close}>
        <CodeForm send={(code) => logIn(email.trim(), password, code)} onDone={enter} />
        <p className={classes.links}>
          <UnstyledButton onClick={() => setPassword(undefined)}>{t('auth.forgot.return')}</UnstyledButton>
        </p>
      </EntryCard>
    )

  return (
    <EntryCard
      {...(step === 'out'
        ? {
            title: t('auth.sso.out'),
            subtitle: <span role="status">{t('auth.sso.outText')}</span>,
            mark: <Mark icon={IconCheck} tone="good" />,
          }
        : step === 'changed'
          ? {
              title: t('auth.newPassword.done'),
              subtitle: <span role="status">{t('auth.newPassword.doneText')}</span>,
              mark: <Mark icon={IconCheck} tone="good" />,
            }
          : { title: t('auth.title'), subtitle: t('auth.subtitle') })}
      close={close}
    >
      {help?.has_administrator === false && (
        <Suspense>
          <NobodyYet />
        </Suspense>
      )}
      <WaysIn email={email} onEmail={setEmail} onDone={enter} onCodeNeeded={setPassword} />
      <LegalLinks />
    </EntryCard>
  )
}

/** The button of the provider, the form of passwords, or both. */
function WaysIn(form: ComponentProps<typeof LogInForm>) {
  const { t } = useTranslation()
  const { step } = route.useSearch()
  const options = useQuery(providerQuery).data
  const takesPassword = options?.password_log_in !== false
  return (
    <>
      {options?.enabled && <ProviderButton label={options.label} />}
      {takesPassword || step === 'emergency' ? (
        <LogInForm {...form} />
      ) : (
        <p className={classes.links}>
          <Link to="/login" search={{ step: 'emergency' }}>
            {t('auth.sso.emergency')}
          </Link>
        </p>
      )}
      {takesPassword && (
        <p className={classes.links}>
          <span>
            {t('auth.noAccount')} <Link to="/signup">{t('auth.signUp.submit')}</Link>
          </span>
        </p>
      )}
    </>
  )
}

type Close = NonNullable<ComponentProps<typeof EntryCard>['close']>

/** The link to a new password is in the mail. */
function SentCard({ email, close }: { email: string; close: Close }) {
  const { t } = useTranslation()
  const navigate = route.useNavigate()
  return (
    <EntryCard
      title={t('auth.sent.title')}
      subtitle={email ? t('auth.sent.text', { email }) : t('auth.sent.textPlain')}
      mark={<Mark icon={IconMailFast} />}
      close={close}
    >
      <Button size="md" fullWidth onClick={() => void navigate({ to: '/login', search: {}, replace: true })}>
        {t('auth.sent.return')}
      </Button>
    </EntryCard>
  )
}

interface ForgotCardProps {
  email: string
  onEmail: (email: string) => void
  close: Close
}

/** Asks for a link to a new password. */
function ForgotCard({ email, onEmail, close }: ForgotCardProps) {
  const { t } = useTranslation()
  const navigate = route.useNavigate()
  return (
    <EntryCard title={t('auth.forgot.title')} subtitle={t('auth.forgot.text')} close={close}>
      <ForgotForm
        email={email}
        onEmail={onEmail}
        // the form is not to be found again by the back button: it was sent
        onSent={() => void navigate({ to: '/login', search: { step: 'sent' }, replace: true })}
      />
      <p className={classes.links}>
        <Link to="/login">{t('auth.forgot.return')}</Link>
      </p>
    </EntryCard>
  )
}
