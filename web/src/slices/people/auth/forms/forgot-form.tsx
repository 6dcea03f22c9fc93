import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../../api/calls/api-error.ts'
import { useChange } from '../../../../api/use-change.ts'
import { askPassword } from '../session-actions.ts'
import classes from './auth-form.module.css'
import { EmailField, SubmitButton } from './entry-fields.tsx'

interface ForgotFormProps {
  email: string
  onEmail: (email: string) => void
  /** Called whatever the server answers (domain.md#signing-in). */
  onSent: () => void
}

/** Requests the link to a new password. */
export function ForgotForm({ email, onEmail, onSent }: ForgotFormProps) {
  const { t } = useTranslation()
  const sending = useChange({
    mutationFn: () => askPassword(email.trim()),
    onSuccess: onSent,
    // an error is shown only when there was no answer: then nothing was sent
    onError: (error) => codeOf(error) !== 'network.unreachable' && onSent(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <EmailField email={email} onEmail={onEmail} />
      <SubmitButton disabled={email.trim() === ''} sending={sending}>
        {t('auth.forgot.submit')}
      </SubmitButton>
    </form>
  )
}
