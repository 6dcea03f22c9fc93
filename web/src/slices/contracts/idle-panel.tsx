import { Text, TextInput } from '@mantine/core'
import { contract, type IdleTerms, idleTermsBody } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { today } from '../../api/days.ts'
import { network } from '../../api/network.ts'
import { request } from '../../api/request.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { TwoLines } from '../../ui/data-table.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { TermsDialog } from './terms-dialog.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { idleTermsQuery } from './terms-query.ts'

interface IdlePanelProps {
  /** Chooses a location; of the page, which knows them. */
  locationPicker: (chosen: number | undefined, onChange: (id: number | undefined) => void) => ReactNode
}

/** What cars cost that stay connected after their charging has ended. */
export function IdlePanel({ locationPicker }: IdlePanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const where = ({ location_name }: IdleTerms) => location_name ?? t('contracts.idle.network')
  const price = ({ block_amount, block_minutes }: IdleTerms) =>
    t('contracts.idle.price', { amount: format.money(block_amount), n: block_minutes })
  const details = ({ grace_minutes, cap_amount, night_from, night_to }: IdleTerms) =>
    [
      t('contracts.idle.free', { n: grace_minutes }),
      cap_amount !== null && t('contracts.idle.atMost', { amount: format.money(cap_amount) }),
      night_from !== null && t('contracts.idle.notAt', { from: night_from, to: night_to }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <TermsPanel
      title={t('contracts.idle.title')}
      about={t('contracts.idle.about')}
      add={t('contracts.idle.add')}
      empty={t('contracts.idle.empty')}
      query={useQuery(idleTermsQuery)}
      nameOf={where}
      figureOf={price}
      columns={[
        {
          key: 'where',
          head: t('contracts.idle.where'),
          grows: true,
          cell: (row) => <TwoLines top={where(row)} bottom={details(row)} />,
        },
        { key: 'price', head: t('contracts.idle.costs'), align: 'right', cell: price },
      ]}
      form={(row, onClose) => <IdleForm row={row} locationPicker={locationPicker} onClose={onClose} />}
    />
  )
}

interface IdleFormProps extends IdlePanelProps {
  row: IdleTerms | null
  onClose: () => void
}

function IdleForm({ row, locationPicker, onClose }: IdleFormProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(idleTermsBody, {
    location_id: row?.location_id ?? (null as number | null),
    grace_minutes: row?.grace_minutes ?? (10 as number | ''),
    block_minutes: row?.block_minutes ?? (10 as number | ''),
    block_amount: row?.block_amount ?? (15_000 as number | ''),
    cap_amount: row?.cap_amount ?? (null as number | null),
    night_from: row?.night_from ?? (null as string | null),
    night_to: row?.night_to ?? (null as string | null),
    valid_from: row?.valid_from ?? today(),
  })
  const { values, change } = form
  const { currencySign: currency } = network
  const minutes = (name: 'grace_minutes' | 'block_minutes', min: number) => (
    <NumberField
      label={t(`contracts.idle.${name}`)}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
      min={min}
      max={1440}
      required
    />
  )
  const night = (name: 'night_from' | 'night_to') => (
    <TextInput
      type="time"
      label={t(`contracts.idle.${name}`)}
      value={values[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value || null })}
    />
  )
  return (
    <TermsDialog
      title={t(row ? 'contracts.idle.change' : 'contracts.idle.add')}
      since={form.text('valid_from')}
      data={form.data}
      save={(body: NonNullable<typeof form.data>, wish) => {
        const { location_id, ...fields } = body
        return row
          ? request(contract.contracts.changeIdleTerms, { params: { id: row.id }, body: fields, wish })
          : request(contract.contracts.addIdleTerms, { body: { ...fields, location_id }, wish })
      }}
      onClose={onClose}
    >
      {!row && (
        <>
          {locationPicker(values.location_id ?? undefined, (id) => change({ location_id: id ?? null }))}
          <Text size="xs" c="dimmed" mt={4} mb="xs">
            {t('contracts.idle.whereHint')}
          </Text>
        </>
      )}
      {minutes('grace_minutes', 0)}
      {minutes('block_minutes', 1)}
      <NumberField
        label={t('contracts.idle.block_amount', { currency })}
        value={values.block_amount === '' ? '' : values.block_amount / 100}
        onChange={(value) => change({ block_amount: value === '' ? '' : Math.round(value * 100) })}
        min={0}
        max={1_000_000}
        decimals={2}
        required
      />
      <NumberField
        label={t('contracts.idle.cap_amount', { currency })}
        description={t('contracts.idle.capHint')}
        value={values.cap_amount === null ? '' : values.cap_amount / 100}
        onChange={(value) => change({ cap_amount: value === '' ? null : Math.round(value * 100) })}
        min={0.01}
        max={1_000_000}
        decimals={2}
      />
      {night('night_from')}
      {night('night_to')}
    </TermsDialog>
  )
}
