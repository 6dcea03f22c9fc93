import { TextInput, UnstyledButton } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import classes from '../forms/auth-form.module.css'
import { SubmitButton } from '../forms/entry-fields.tsx'

interface CodeFormProps {
  /** Logs in with the code. */
  send: (code: string) => Promise<void>
  onDone: () => void
}

/** The code that a log-in asks for beside the password: of the authenticator, or a recovery code. */
export function CodeForm({ send, onDone }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const attempt = useChange({
    mutationFn: () => send(code),
    onSuccess: onDone,
    onError: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        key={String(recovery)}
        label={t(recovery ? 'auth.code.recovery' : 'auth.code.label')}
        name="code"
        size="md"
        autoFocus
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <UnstyledButton
        className={classes.aside!}
        onClick={() => {
          setRecovery(!recovery)
          setCode('')
        }}
      >
        {t(recovery ? 'auth.code.useCode' : 'auth.code.useRecovery')}
      </UnstyledButton>
      <SubmitButton disabled={code.trim().length < 6} sending={attempt}>
        {t('auth.submit')}
      </SubmitButton>
    </form>
  )
}
