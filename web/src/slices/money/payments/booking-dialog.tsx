import { Select, TextInput } from '@mantine/core'
import { bookedMethods, bookingBody, contract, type OrderPayment } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { ProviderField } from '../../../ui/fields/provider-field.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { PaymentDialog } from './payment-dialog.tsx'

/** Books a session as paid at a terminal, in cash, or by nobody. */
export function BookingDialog({ payment, onClose }: { payment: OrderPayment; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(
    bookingBody,
    {
      method_type: 'terminal' as (typeof bookedMethods)[number],
      provider: '' as string,
      market_shop_id: '' as string,
      document_number: '' as string,
    },
    (field) => t(field === 'provider' ? 'payments.book.providerRule' : 'payments.book.shopRule'),
  )
  const { method_type, provider, market_shop_id, document_number } = form.values
  const atTerminal = method_type === 'terminal'
  const parsed = bookingBody.safeParse({
    method_type,
    provider: atTerminal ? provider : null,
    market_shop_id: (atTerminal && market_shop_id.trim()) || null,
    document_number: document_number.trim() || null,
  })
  const hasFault = (field: string) => parsed.error?.issues.some(({ path }) => path[0] === field)
  return (
    <PaymentDialog
      title={t('payments.book.title')}
      action={t('payments.book.action')}
      body={parsed.data}
      move={(body: NonNullable<typeof parsed.data>, idempotency) =>
        request(contract.payments.book, { params: { id: payment.order_id }, body, idempotency })
      }
      onClose={onClose}
    >
      <Select
        label={t('payments.one.method')}
        description={t(`payments.book.hint.${method_type}`)}
        data={bookedMethods.map((value) => ({ value, label: t(`enums.paymentMethod.${value}`) }))}
        value={method_type}
        onChange={(value) => value && form.change({ method_type: value })}
        allowDeselect={false}
      />
      {atTerminal && (
        <>
          <ProviderField value={provider} onChange={(next) => form.change({ provider: next })} />
          <TextInput
            {...form.text('market_shop_id')}
            label={t('payments.one.shop')}
            error={hasFault('market_shop_id') && t('payments.book.shopRule')}
          />
        </>
      )}
      {method_type !== 'compensation' && (
        <TextInput
          label={t('payments.one.document')}
          value={document_number}
          maxLength={64}
          onChange={(event) => form.change({ document_number: event.currentTarget.value })}
        />
      )}
    </PaymentDialog>
  )
}
