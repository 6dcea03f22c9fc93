import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../../api/calls/api-error.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { askPassword } from '../session-actions.ts'
import classes from './auth-form.module.css'

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
      <TextInput
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        autoFocus
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <ChangeButton
        type="submit"
        size="md"
        fullWidth
        disabled={email.trim() === ''}
        loading={sending.isPending}
      >
        {t('auth.forgot.submit')}
      </ChangeButton>
      {sending.isError && <FormError error={sending.error} />}
    </form>
  )
}
