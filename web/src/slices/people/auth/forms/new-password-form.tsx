import { newPasswordForm } from '@stationmaster/contract'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import classes from './auth-form.module.css'
import { SubmitButton } from './entry-fields.tsx'
import { PasswordHint } from './password-hint.tsx'

interface NewPasswordFormProps {
  /** names and address of who chooses it, as far as they are known */
  own?: readonly string[]
  onSubmit: (newPassword: string) => Promise<void>
  onDone: () => void
}

/** A new password and the same once more (domain.md#signing-in). */
export function NewPasswordForm({ own, onSubmit, onDone }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(newPasswordForm, { new_password: '', confirm_password: '' })
  const change = useChange({ mutationFn: onSubmit, onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) change.mutate(form.data.new_password)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        label={t('auth.newPassword.label')}
        autoComplete="new-password"
        required
        {...form.text('new_password')}
      />
      <PasswordHint password={form.values.new_password} {...(own ? { own } : {})} />
      <PasswordField
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
        required
        {...form.text('confirm_password')}
      />
      <SubmitButton disabled={!form.data} sending={change}>
        {t('auth.newPassword.submit')}
      </SubmitButton>
    </form>
  )
}
