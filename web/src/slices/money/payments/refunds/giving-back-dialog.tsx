import { Text } from '@mantine/core'
import { contract, givenBackBody, type OrderPayment } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { AmountField, minorOf } from '../../../../ui/fields/amount-field.tsx'
import { ReasonField } from '../../../../ui/fields/reason-field.tsx'
import { PaymentDialog } from '../payment-dialog.tsx'
import { ReasonFields } from '../reason-fields.tsx'

interface GivingBackDialogProps {
  payment: OrderPayment
  kind: 'refund' | 'chargeback'
  onClose: () => void
}

/** Gives a payment back, or books what a bank took back; in full or in part, with a reason. */
export function GivingBackDialog({ payment, kind, onClose }: GivingBackDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const most = payment.refundable_amount
  const [amount, setAmount] = useState<number | ''>(most / 100)
  const [reason, setReason] = useState('')
  const minor = minorOf(amount)
  const parsed = givenBackBody.safeParse({
    purpose: payment.purpose,
    service_id: payment.service_id,
    booking_id: payment.booking_id,
    amount: minor,
    reason,
  })
  return (
    <PaymentDialog
      title={t(`payments.${kind}.title`)}
      action={t(`payments.${kind}.action`)}
      hurts
      body={minor <= most ? parsed.data : undefined}
      move={(body: NonNullable<typeof parsed.data>, idempotency) =>
        request(kind === 'refund' ? contract.payments.refund : contract.payments.chargeBack, {
          params: { id: payment.order_id },
          body,
          idempotency,
        })
      }
      onClose={onClose}
    >
      <Text size="md">{t(`payments.${kind}.text`, { amount: format.money(most) })}</Text>
      <AmountField value={amount} onChange={setAmount} mostMinor={most} isFirst />
      {kind === 'refund' ? (
        <ReasonFields onChange={setReason} />
      ) : (
        <ReasonField value={reason} onChange={setReason} />
      )}
    </PaymentDialog>
  )
}
