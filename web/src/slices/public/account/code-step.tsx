import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import classes from './account.module.css'

interface CodeStepProps {
  /** where the code went */
  sentTo: string
  action: string
  /** the deed cannot be undone */
  hurts?: boolean
  isPending: boolean
  error: unknown
  onCode: (code: string) => void
  onBack: () => void
}

/** Asks for the code of six digits that was sent. */
export function CodeStep(props: CodeStepProps) {
  const { sentTo, action, hurts = false, isPending, error, onCode, onBack } = props
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const isWhole = code.length === 6
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWhole) onCode(code)
  }
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      <p className={classes.quiet} role="status">
        {t('account.code.sent', { to: sentTo })}
      </p>
      <TextInput
        label={t('account.code.label')}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))
          setTried(false)
        }}
        error={tried && !isWhole ? t('account.code.fault') : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        data-autofocus
      />
      <ChangeButton type="submit" size="lg" fullWidth loading={isPending} {...(hurts && { color: 'red.8' })}>
        {action}
      </ChangeButton>
      {error !== null && <FormError error={error} />}
      <Button variant="subtle" color="gray" size="md" fullWidth onClick={onBack}>
        {t('common.back')}
      </Button>
    </form>
  )
}
