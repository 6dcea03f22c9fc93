import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import {
  contract,
  type LegalDetails,
  legalDetailsBody,
  type TaxSystem,
  taxSystems,
} from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { today } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { TwoLines } from '../../../ui/tables/data-table.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { legalQuery } from './terms-query.ts'

/** Who the network is on receipts and statements, and its VAT. */
export function LegalPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const vat = ({ vat_percent }: LegalDetails) =>
    vat_percent === null ? t('contracts.legal.noVat') : format.number(vat_percent, 2)
  return (
    <TermsPanel
      title={t('contracts.legal.title')}
      about={t('contracts.legal.about')}
      add={t('contracts.legal.add')}
      empty={t('contracts.legal.empty')}
      query={useQuery(legalQuery)}
      nameOf={({ name }) => name}
      figureOf={(row) => (row.vat_percent === null ? vat(row) : `${vat(row)} %`)}
      columns={[
        {
          key: 'name',
          head: t('contracts.columns.name'),
          grows: true,
          cell: ({ name, address }) => <TwoLines top={name} bottom={address} />,
        },
        { key: 'inn', head: t('contracts.columns.inn'), cell: ({ inn }) => inn ?? t('common.noValue') },
        {
          key: 'taxSystem',
          head: t('contracts.legal.taxSystem'),
          cell: ({ tax_system }) => t(`contracts.taxSystems.${tax_system}`),
        },
        { key: 'vat', head: t('contracts.columns.vat'), align: 'right', cell: vat },
      ]}
      form={(row, onClose) => <LegalForm row={row} onClose={onClose} />}
    />
  )
}

function LegalForm({ row, onClose }: { row: LegalDetails | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(legalDetailsBody, {
    name: row?.name ?? '',
    inn: row?.inn ?? '',
    address: row?.address ?? '',
    vat_percent: row?.vat_percent ?? (null as number | null),
    tax_system: row?.tax_system ?? ('osn' as TaxSystem),
    valid_from: row?.valid_from ?? today(),
  })
  return (
    <TermsDialog
      title={t(row ? 'contracts.legal.change' : 'contracts.legal.add')}
      since={form.text('valid_from')}
      data={form.data}
      save={(body: NonNullable<typeof form.data>, idempotency) =>
        row
          ? request(contract.contracts.changeLegal, { params: { id: row.id }, body, idempotency })
          : request(contract.contracts.addLegal, { body, idempotency })
      }
      onClose={onClose}
    >
      <TextInput {...form.text('name')} label={t('contracts.columns.name')} required />
      <TextInput
        {...form.text('inn')}
        label={t('contracts.columns.inn')}
        description={t('contracts.innHint')}
        inputMode="numeric"
      />
      <Textarea {...form.text('address')} label={t('contracts.legal.address')} autosize required />
      <NativeSelect
        label={t('contracts.legal.taxSystem')}
        value={form.values.tax_system}
        onChange={(event) => {
          const chosen = taxSystems.find((one) => one === event.currentTarget.value)
          if (chosen) form.change({ tax_system: chosen })
        }}
        data={taxSystems.map((value) => ({ value, label: t(`contracts.taxSystems.${value}`) }))}
      />
      <NumberField
        label={t('contracts.columns.vat')}
        description={t('contracts.legal.vatHint')}
        value={form.values.vat_percent ?? ''}
        onChange={(vat) => form.change({ vat_percent: vat === '' ? null : vat })}
        min={0}
        max={100}
        decimals={2}
      />
    </TermsDialog>
  )
}
