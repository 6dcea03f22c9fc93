import { Checkbox, Select, TextInput } from '@mantine/core'
import { contract, type Fleet, fleetBody, languages } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { network } from '../../../../api/network.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { minorOf } from '../../../../ui/fields/amount-field.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { useReloadDrivers } from '../driver-queries.ts'
import { PriorityField } from '../groups/priority-field.tsx'

interface FleetDialogProps {
  /** null: a new one */
  fleet: Fleet | null
  onClose: () => void
  onSaved?: (fleet: Fleet) => void
}

/** Adds a fleet, or changes it. */
export function FleetDialog({ fleet, onClose, onSaved }: FleetDialogProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const reload = useReloadDrivers()
  const [limit, setLimit] = useState<number | ''>(fleet?.month_limit ? fleet.month_limit / 100 : '')
  const [priority, setPriority] = useState<number | ''>(fleet?.priority ?? '')
  const form = useFleetForm(fleet, language)
  const body = fleetBody.safeParse({
    ...form.values,
    month_limit: limit === '' ? null : minorOf(limit),
    priority: priority === '' ? null : priority,
  }).data
  const change = useChange({
    mutationFn: (given: NonNullable<typeof body>, idempotency) =>
      fleet
        ? request(contract.fleets.change, { params: { id: fleet.id }, body: given, idempotency })
        : request(contract.fleets.add, { body: given, idempotency }),
    onSuccess: (saved) => {
      void reload()
      onClose()
      onSaved?.(saved)
    },
  })
  return (
    <FormDialog
      title={fleet ? t('drivers.fleets.changeOf', { name: fleet.name }) : t('drivers.fleets.add')}
      action={t('drivers.groups.save')}
      body={body}
      change={change}
      onClose={onClose}
    >
      <Who form={form} />
      <NumberField
        label={t('drivers.fleets.limit', { currency: network.currencySign })}
        description={t('drivers.fleets.limitHint')}
        value={limit}
        onChange={setLimit}
        min={0.01}
        max={1_000_000_000}
        decimals={2}
      />
      <PriorityField of="fleet" value={priority} onChange={setPriority} />
      <Checkbox
        label={t('drivers.fleets.active')}
        description={t('drivers.fleets.activeHint')}
        checked={form.values.active}
        onChange={(event) => form.change({ active: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

const useFleetForm = (fleet: Fleet | null, language: Fleet['language']) =>
  useCheckedForm(fleetBody.omit({ month_limit: true, priority: true }), {
    name: fleet?.name ?? '',
    tax_number: fleet?.tax_number ?? '',
    address: fleet?.address ?? '',
    email: fleet?.email ?? '',
    contract_number: fleet?.contract_number ?? '',
    language: fleet?.language ?? language,
    active: fleet?.active ?? true,
  })

/** The fields that say who the company is. */
function Who({ form }: { form: ReturnType<typeof useFleetForm> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput {...form.text('name')} label={t('drivers.fleets.name')} required />
      <TextInput {...form.text('email')} label={t('drivers.email')} type="email" required />
      <TextInput {...form.text('tax_number')} label={t('drivers.fleets.taxNumber')} maxLength={20} />
      <TextInput {...form.text('address')} label={t('drivers.fleets.address')} maxLength={300} />
      <TextInput {...form.text('contract_number')} label={t('drivers.fleets.contract')} maxLength={50} />
      <Select
        label={t('drivers.fleets.language')}
        data={languages.map((value) => ({ value, label: t(`services.types.in_${value}`) }))}
        value={form.values.language}
        allowDeselect={false}
        onChange={(value) => value && form.change({ language: value as Fleet['language'] })}
      />
    </>
  )
}
