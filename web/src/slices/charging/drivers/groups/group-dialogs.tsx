import { Text, TextInput } from '@mantine/core'
import { contract, type TagGroup, tagGroupBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { network } from '../../../../api/network.ts'
import { useChange } from '../../../../api/use-change.ts'
import { minorOf } from '../../../../ui/fields/amount-field.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useReloadDrivers } from '../driver-queries.ts'
import { PriorityField } from './priority-field.tsx'

const chargings = ['usual', 'free', 'tariff'] as const
const major = (minor: number | null | undefined): number | '' => (minor ? minor / 100 : '')

/** A group's own price in major units; '' is none. */
type OwnPrice = Record<'tariff' | 'rate' | 'fee', number | ''>

const minorPrice = ({ tariff, rate, fee }: OwnPrice) => ({
  tariff: tariff === '' ? null : minorOf(tariff),
  rate: minorOf(rate),
  start_fee: minorOf(fee),
})

type GroupBody = (typeof contract.tagGroups.put.body)['_zod']['output']

function usePut(key: string, onClose: () => void) {
  const reload = useReloadDrivers()
  return useChange({
    mutationFn: (body: GroupBody, idempotency) =>
      request(contract.tagGroups.put, { params: { key }, body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
}

/** Adds a group, or changes its name, how its cards charge, and when they are served. */
export function GroupDialog({ group, onClose }: { group: TagGroup | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [key, setKey] = useState(group?.key ?? '')
  const [name, setName] = useState(group?.name ?? '')
  const [charging, setCharging] = useState<TagGroup['charging']>(group?.charging ?? 'usual')
  const [price, setPrice] = useState<OwnPrice>({
    tariff: major(group?.tariff),
    rate: major(group?.rate),
    fee: major(group?.start_fee),
  })
  const [priority, setPriority] = useState<number | ''>(group?.priority ?? '')
  const parsed = tagGroupBody.safeParse({
    name,
    charging,
    priority: priority === '' ? null : priority,
    ...(charging === 'tariff' ? minorPrice(price) : {}),
  }).data
  const body = parsed && key.trim() !== '' ? parsed : undefined
  const change = usePut(key.trim(), onClose)
  return (
    <FormDialog
      title={group ? t('drivers.groups.changeOf', { name: group.name }) : t('drivers.groups.add')}
      action={t('drivers.groups.save')}
      body={body}
      change={change}
      onClose={onClose}
    >
      <TextInput
        label={t('drivers.groups.key')}
        description={t('drivers.groups.keyHint')}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        maxLength={20}
        disabled={group !== null}
        required
      />
      <TextInput
        label={t('drivers.groups.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        required
      />
      <SegmentedControl
        aria-label={t('drivers.groups.charging')}
        value={charging}
        onChange={setCharging}
        data={chargings.map((value) => ({ value, label: t(`drivers.groups.chargings.${value}`) }))}
      />
      <Text size="sm">{t(`drivers.groups.text.${charging}`)}</Text>
      {charging === 'tariff' && <PriceFields price={price} onChange={setPrice} />}
      <PriorityField of="cards" value={priority} onChange={setPriority} />
    </FormDialog>
  )
}

function PriceFields({ price, onChange }: { price: OwnPrice; onChange: (price: OwnPrice) => void }) {
  const { t } = useTranslation()
  return (['tariff', 'rate', 'fee'] as const).map((part) => (
    <NumberField
      key={part}
      label={t(`drivers.groups.${part}`, { currency: network.currencySign })}
      value={price[part]}
      onChange={(value) => onChange({ ...price, [part]: value })}
      min={0}
      max={100_000}
      decimals={2}
      required={part === 'tariff'}
    />
  ))
}

/** Removes a group that no card belongs to. */
export function RemoveGroupDialog({ group, onClose }: { group: TagGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadDrivers()
  const { key, name } = group
  const change = useChange({
    mutationFn: (_: object, idempotency) =>
      request(contract.tagGroups.remove, { params: { key }, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('drivers.groups.removeOf', { name })}
      action={t('drivers.groups.remove')}
      hurts
      body={{}}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('drivers.groups.removeText')}</Text>
    </FormDialog>
  )
}
