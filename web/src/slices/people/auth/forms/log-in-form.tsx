import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../../api/calls/api-error.ts'
import { useChange } from '../../../../api/use-change.ts'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { logIn } from '../session-actions.ts'
import classes from './auth-form.module.css'
import { EmailField, SubmitButton } from './entry-fields.tsx'

interface LogInFormProps {
  email: string
  onEmail: (email: string) => void
  onDone: () => void
  /** The password is right, and the account asks for a code beside it. */
  onCodeNeeded: (password: string) => void
}

/** E-mail and password; the button sleeps while either is empty, the server's refusal stands in a red box under it. */
export function LogInForm({ email, onEmail, onDone, onCodeNeeded }: LogInFormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const attempt = useChange({
    mutationFn: () => logIn(email.trim(), password),
    onSuccess: onDone,
    onError: (error) => codeOf(error) === 'auth.code_needed' && onCodeNeeded(password),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <EmailField email={email} onEmail={onEmail} />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Link to="/login" search={{ step: 'forgot' }} className={classes.aside}>
        {t('auth.forgot.link')}
      </Link>
      <SubmitButton disabled={email.trim() === '' || password === ''} sending={attempt}>
        {t('auth.submit')}
      </SubmitButton>
    </form>
  )
}
