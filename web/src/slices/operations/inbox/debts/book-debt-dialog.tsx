import { TextInput } from '@mantine/core'
import { contract, type Debt, debtBookedMethods, debtBookingBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { AmountField, minorOf } from '../../../../ui/fields/amount-field.tsx'
import { ProviderField } from '../../../../ui/fields/provider-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useDecision } from '../inbox-query.ts'

interface BookDebtDialogProps {
  orderId: number
  purpose: Debt['purpose']
  /** owed, in kopecks */
  amount: number
  onClose: () => void
}

type Booking = NonNullable<ReturnType<typeof debtBookingBody.safeParse>['data']>

/** Books a payment of a debt in cash or at a terminal, of the whole debt or a part. */
export function BookDebtDialog({ orderId: id, purpose, amount: owed, onClose }: BookDebtDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [method, setMethod] = useState<(typeof debtBookedMethods)[number]>('cash')
  const [amount, setAmount] = useState<number | ''>(owed / 100)
  const [provider, setProvider] = useState('')
  const [shop, setShop] = useState('')
  const [document, setDocument] = useState('')
  const booking = useDecision(
    (body: Booking) => request(contract.inbox.bookDebt, { params: { id }, body }),
    onClose,
  )
  const atTerminal = method === 'terminal'
  const minor = minorOf(amount)
  const parsed = debtBookingBody.safeParse({
    purpose,
    amount: minor,
    method_type: method,
    provider: atTerminal ? provider.trim() : null,
    market_shop_id: (atTerminal && shop.trim()) || null,
    document_number: document.trim() || null,
  })
  const isWrong = (field: string) => parsed.error?.issues.some(({ path }) => path[0] === field)
  return (
    <FormDialog
      title={t('inbox.debt.bookOf', { id })}
      action={t('inbox.debt.book')}
      body={minor <= owed ? parsed.data : undefined}
      change={booking}
      onClose={onClose}
    >
      <p>{t('inbox.debt.bookText', { amount: format.money(owed) })}</p>
      <SegmentedControl
        aria-label={t('payments.one.method')}
        value={method}
        onChange={setMethod}
        data={debtBookedMethods.map((value) => ({ value, label: t(`enums.paymentMethod.${value}`) }))}
      />
      <AmountField value={amount} onChange={setAmount} mostMinor={owed} />
      {atTerminal && (
        <>
          <ProviderField value={provider} onChange={setProvider} />
          <TextInput
            label={t('payments.one.shop')}
            value={shop}
            onChange={(event) => setShop(event.currentTarget.value)}
            error={isWrong('market_shop_id') && t('payments.book.shopRule')}
          />
        </>
      )}
      <TextInput
        label={t('payments.one.document')}
        value={document}
        maxLength={64}
        onChange={(event) => setDocument(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
