import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { CopyField } from '../../../../ui/fields/copy-field.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { QrCode } from '../../../../ui/pictures/qr-code.tsx'
import { confirmSecondFactor } from './own-second-factor.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

interface SecondFactorSetupProps {
  /** what the server has drawn */
  secret: string
  uri: string
  onDone: () => void
}

/** Adds a secret to an authenticator, checks a first code and shows the recovery codes. */
export function SecondFactorSetup({ secret, uri, onDone }: SecondFactorSetupProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const confirmation = useChange({
    mutationFn: () => confirmSecondFactor(code),
    onError: () => setCode(''),
  })
  if (confirmation.isSuccess) return <RecoveryCodes codes={confirmation.data} onDone={onDone} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirmation.mutate()
  }
  return (
    <form className={classes.step} onSubmit={submit}>
      <p className={classes.text}>{t('factor.setup.scan')}</p>
      <div className={classes.code}>
        <QrCode text={uri} label={t('factor.setup.qr')} />
      </div>
      <CopyField label={t('factor.setup.secret')} value={secret} />
      <TextInput
        label={t('factor.setup.code')}
        size="md"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {confirmation.isError && <FormError error={confirmation.error} />}
      <ChangeButton type="submit" disabled={code.trim().length < 6} loading={confirmation.isPending}>
        {t('factor.setup.submit')}
      </ChangeButton>
    </form>
  )
}
