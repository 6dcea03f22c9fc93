import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/use-error-text.ts'
import classes from './log-in-form.module.css'
import { logIn } from './session-actions.ts'

/** E-mail and password; the button sleeps while either is empty, the server's refusal stands in a red box under it. */
export function LogInForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const attempt = useMutation({ mutationFn: () => logIn(email.trim(), password), onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
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
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{
          'aria-label': visible ? t('auth.hidePassword') : t('auth.showPassword'),
          tabIndex: 0,
        }}
      />
      <Button
        type="submit"
        size="md"
        fullWidth
        disabled={email.trim() === '' || password === ''}
        loading={attempt.isPending}
      >
        {t('auth.submit')}
      </Button>
      {attempt.isError && (
        <p className={classes.error} role="alert">
          {errorText(attempt.error)}
        </p>
      )}
    </form>
  )
}
