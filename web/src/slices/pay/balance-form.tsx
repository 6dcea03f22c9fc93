import { Button, TextInput } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { IconMail } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import classes from './pay.module.css'
import type { PayActions } from './pay-query.ts'

interface BalanceFormProps {
  balance: NonNullable<PayPage['balance']>
  /** kopecks */
  amount: number
  isPaying: boolean
  onPay: (code: string, on: { onError: () => void }) => void
  mailCode: PayActions['mailCode']
}

/** Pays from the driver's balance: with a code that is mailed to the driver, since anybody may have the link. */
export function BalanceForm({ balance, amount, isPaying, onPay, mailCode }: BalanceFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const isWhole = code.length === 6
  if (balance.code_until === null)
    return (
      <>
        <ChangeButton
          size="lg"
          fullWidth
          variant="default"
          mt="sm"
          disabled={isPaying}
          loading={mailCode.isPending}
          onClick={() => mailCode.mutate()}
        >
          {t('pay.balance.open')}
        </ChangeButton>
        {mailCode.isError && <FormError error={mailCode.error} />}
      </>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWhole) onPay(code, { onError: () => setCode('') })
  }
  return (
    <form className={classes.balance} onSubmit={submit} noValidate>
      <p className={`${classes.quiet} ${classes.safe}`}>
        <IconMail size={18} stroke={1.75} aria-hidden="true" />
        {t('pay.balance.sent', { email: balance.email })}
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
