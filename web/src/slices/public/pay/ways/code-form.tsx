import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { IconMail } from '../../../../ui/pictures/icons.ts'
import classes from '../pay.module.css'

interface CodeFormProps {
  /** where the code goes to, masked */
  email: string
  /** a code is on its way, or there */
  isSent: boolean
  /** what the button says that has it sent */
  open: string
  /** kopecks */
  amount: number
  isPaying: boolean
  onPay: (code: string, on: { onError: () => void }) => void
  mailCode: { mutate: () => void; isPending: boolean; isError: boolean; error: unknown }
}

/** Pays with a code that is mailed to the driver, when no bank asks: other people may have the link of the page. */
export function CodeForm({ email, isSent, open, amount, isPaying, onPay, mailCode }: CodeFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const isWhole = code.length === 6
  if (!isSent) return <SendCode text={open} disabled={isPaying} mailCode={mailCode} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWhole) onPay(code, { onError: () => setCode('') })
  }
  return (
    <form className={classes.balance} onSubmit={submit} noValidate>
      <p className={`${classes.quiet} ${classes.safe}`}>
        <IconMail size={18} stroke={1.75} aria-hidden="true" />
        {t('pay.balance.sent', { email })}
      </p>
      <TextInput
        label={t('pay.balance.code')}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))
          setTried(false)
        }}
        error={tried && !isWhole ? t('pay.balance.codeFault') : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
      />
      <ChangeButton type="submit" size="lg" fullWidth loading={isPaying}>
        {t('pay.balance.pay', { amount: format.money(amount) })}
      </ChangeButton>
      {mailCode.isError && <FormError error={mailCode.error} />}
      <Button
        variant="subtle"
        color="gray"
        size="md"
        fullWidth
        loading={mailCode.isPending}
        onClick={() => mailCode.mutate()}
      >
        {t('pay.balance.again')}
      </Button>
    </form>
  )
}

interface SendCodeProps extends Pick<CodeFormProps, 'mailCode'> {
  text: string
  disabled: boolean
}

const SendCode = ({ text, disabled, mailCode }: SendCodeProps) => (
  <>
    <ChangeButton
      size="lg"
      fullWidth
      variant="default"
      mt="sm"
      disabled={disabled}
      loading={mailCode.isPending}
      onClick={() => mailCode.mutate()}
    >
      {text}
    </ChangeButton>
    {mailCode.isError && <FormError error={mailCode.error} />}
  </>
)
