import { TextInput } from '@mantine/core'
import { signUpForm } from '@stationmaster/contract'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { signUp } from '../session-actions.ts'
import classes from './auth-form.module.css'
import { SubmitButton } from './entry-fields.tsx'
import { PasswordHint } from './password-hint.tsx'

const blank = { email: '', first_name: '', last_name: '', password: '', confirm_password: '' }

/** The five fields (domain.md#signing-in); the button sleeps until all hold. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(signUpForm, blank)
  const attempt = useChange({ mutationFn: signUp, onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) attempt.mutate(form.data)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('auth.email')}
        type="email"
        autoComplete="email"
        size="md"
        required
        autoFocus
        {...form.text('email')}
      />
      <div className={classes.names}>
        <TextInput
          label={t('auth.signUp.firstName')}
          autoComplete="given-name"
          size="md"
          required
          {...form.text('first_name')}
        />
        <TextInput
          label={t('auth.signUp.lastName')}
          autoComplete="family-name"
          size="md"
          required
          {...form.text('last_name')}
        />
      </div>
      <PasswordField
        label={t('auth.password')}
        autoComplete="new-password"
        required
        {...form.text('password')}
      />
      <PasswordHint
        password={form.values.password}
        own={[form.values.email, form.values.first_name, form.values.last_name]}
      />
      <PasswordField
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
        required
        {...form.text('confirm_password')}
      />
      <SubmitButton disabled={!form.data} sending={attempt}>
        {t('auth.signUp.submit')}
      </SubmitButton>
    </form>
  )
}
