import { TextInput } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TypedCard } from '../../../../api/encrypt-card.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import classes from '../pay.module.css'
import { CardForm } from './card-form.tsx'

/** Where the receipt is sent to, if anywhere. */
interface ReceiptTo {
  receipt_email?: string
}

interface WaysProps {
  page: PayPage
  /** kopecks */
  amount: number
  isPaying: boolean
  mayBeSaved: boolean
  /** under a way that is the driver's own */
  isBelow: boolean
  /** a card was entered, to be encrypted with the key */
  onCard: (key: string, card: TypedCard, to: ReceiptTo, saves: boolean) => void
  /** a way that the provider or the bank asks for on a page of its own */
  onWay: (method: 'card_page' | 'sbp', to: ReceiptTo) => void
  children?: ReactNode
}

/** The ways to pay that a driver types or opens something for. */
export function Ways(props: WaysProps) {
  const { page, amount: minor, isPaying, mayBeSaved, isBelow, onCard, onWay, children } = props
  const { t } = useTranslation()
  const format = useFormat()
  const { methods, card_key: key } = page
  const [email, setEmail] = useState('')
  const to = email.trim() ? { receipt_email: email.trim() } : {}
  const byCard = methods.includes('card')
  const amount = format.money(minor)
  return (
    <div className={isBelow ? classes.balance : undefined}>
      {page.asks_email && (
        <TextInput
          label={t('pay.receiptTo.email')}
          description={t(page.needs_email ? 'pay.receiptTo.emailNeeded' : 'pay.receiptTo.emailHint')}
          required={page.needs_email}
          type="email"
          autoComplete="email"
          size="md"
          mb="md"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      {byCard && key !== null && (
        <CardForm
          action={t('pay.byCard', { amount })}
          pending={isPaying}
          mayBeSaved={mayBeSaved}
          onCard={(card, saves) => onCard(key, card, to, saves)}
        />
      )}
      {byCard && key === null && (
        <ChangeButton size="lg" fullWidth loading={isPaying} onClick={() => onWay('card_page', to)}>
          {t('pay.byCard', { amount })}
        </ChangeButton>
      )}
      {methods.includes('sbp') && (
        <ChangeButton
          size="lg"
          fullWidth
          variant="default"
          mt="sm"
          disabled={isPaying}
          onClick={() => onWay('sbp', to)}
        >
          {t('pay.bySbp')}
        </ChangeButton>
      )}
      {children}
    </div>
  )
}
