import { Select, TextInput } from '@mantine/core'
import { type BankRate, bankedMethods, bankRateBody, contract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { today } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { TermsDialog } from './terms-dialog.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { ratesQuery } from './terms-query.ts'

/** Commissions of banks and providers, by way to pay. */
export function RatesPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const rate = ({ rate_percent }: BankRate) => format.number(rate_percent, 2)
  const method = ({ method_type }: BankRate) => t(`enums.paymentMethod.${method_type}`)
  return (
    <TermsPanel
      title={t('contracts.rates.title')}
      about={t('contracts.rates.about')}
      add={t('contracts.rates.add')}
      empty={t('contracts.rates.empty')}
      query={useQuery(ratesQuery)}
      nameOf={(row) => `${row.provider}, ${method(row)}`}
      figureOf={(row) => `${rate(row)} %`}
      columns={[
        {
          key: 'provider',
          head: t('contracts.columns.provider'),
          grows: true,
          cell: ({ provider }) => provider,
        },
        { key: 'method', head: t('contracts.columns.method'), cell: method },
        { key: 'rate', head: t('contracts.columns.rate'), align: 'right', cell: rate },
      ]}
      form={(row, onClose) => <RateForm row={row} onClose={onClose} />}
    />
  )
}

function RateForm({ row, onClose }: { row: BankRate | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(
    bankRateBody,
    {
      provider: row?.provider ?? '',
      method_type: row?.method_type ?? ('card' as BankRate['method_type']),
      rate_percent: row?.rate_percent ?? ('' as number | ''),
      valid_from: row?.valid_from ?? today(),
    },
    (field) => (field === 'provider' ? t('contracts.rates.providerHint') : t('rules.required')),
  )
  return (
    <TermsDialog
      title={t(row ? 'contracts.rates.change' : 'contracts.rates.add')}
      since={form.text('valid_from')}
      data={form.data}
      save={(body: NonNullable<typeof form.data>, idempotency) =>
        row
          ? request(contract.contracts.changeRate, { params: { id: row.id }, body, idempotency })
          : request(contract.contracts.addRate, { body, idempotency })
      }
      onClose={onClose}
    >
      <TextInput
        {...form.text('provider')}
        label={t('contracts.columns.provider')}
        description={t('contracts.rates.providerHint')}
        autoCapitalize="off"
        required
      />
      <Select
        label={t('contracts.columns.method')}
        data={bankedMethods.map((value) => ({ value, label: t(`enums.paymentMethod.${value}`) }))}
        value={form.values.method_type}
        onChange={(value) => value && form.change({ method_type: value })}
        allowDeselect={false}
      />
      <NumberField
        label={t('contracts.columns.rate')}
        value={form.values.rate_percent}
        onChange={(rate_percent) => form.change({ rate_percent })}
        min={0}
        max={100}
        decimals={2}
        required
      />
    </TermsDialog>
  )
}
