import { Autocomplete, Switch, TextInput } from '@mantine/core'
import { contract, type Driver } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { endOf } from '../../../../api/days.ts'
import { network } from '../../../../api/network.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useReloadDrivers } from '../driver-queries.ts'
import { useTagGroups } from '../groups/groups-query.ts'

export type Card = Driver['tokens'][number]

/** The last day on which a card charges, by the network's clocks; '' is no end. */
const lastDayOf = ({ expires_at }: Card): string =>
  expires_at === null ? '' : dayOf(new Date(new Date(expires_at).getTime() - 1), network.timeZone)

interface CardDialogProps {
  driverId: number
  /** null: a new one */
  card: Card | null
  onClose: () => void
}

/** What is typed about a card. */
interface Typed {
  token: string
  group: string
  until: string
  blocked: boolean
}

const typedOf = (card: Card | null): Typed => ({
  token: card?.token ?? '',
  group: card?.group ?? '',
  until: card ? lastDayOf(card) : '',
  blocked: card?.blocked ?? false,
})

/** Sends what was typed; an end that stays is not sent, because it may be within a day. */
function useSaveCard({ driverId, card, onClose }: CardDialogProps) {
  const reload = useReloadDrivers()
  return useChange({
    mutationFn: ({ token, group, until, blocked }: Typed, idempotency) => {
      const ends = card && until === lastDayOf(card) ? {} : { expires_at: until === '' ? null : endOf(until) }
      const fields = { group: group.trim() || null, ...ends }
      return card
        ? request(contract.drivers.changeToken, {
            params: { token: card.token },
            body: { ...fields, blocked },
            idempotency,
          })
        : request(contract.drivers.addToken, {
            body: { token: token.trim(), driver_id: driverId, ...fields },
            idempotency,
          })
    },
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
}

/** Registers a card of a driver, or changes its group and its end, and blocks it. */
export function CardDialog({ driverId, card, onClose }: CardDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(typedOf(card))
  const change = useSaveCard({ driverId, card, onClose })
  return (
    <FormDialog
      title={card ? t('drivers.cards.changeOf', { token: card.token }) : t('drivers.cards.add')}
      action={t(card ? 'drivers.cards.save' : 'drivers.cards.add')}
      body={typed.token.trim() === '' ? undefined : typed}
      change={change}
      onClose={onClose}
    >
      <CardFields typed={typed} isNew={!card} onChange={(one) => setTyped({ ...typed, ...one })} />
    </FormDialog>
  )
}

interface CardFieldsProps {
  typed: Typed
  isNew: boolean
  onChange: (changed: Partial<Typed>) => void
}

function CardFields({ typed: { token, group, until, blocked }, isNew, onChange }: CardFieldsProps) {
  const { t } = useTranslation()
  const groups = useTagGroups(undefined).data ?? []
  return (
    <>
      {isNew && (
        <TextInput
          label={t('drivers.cards.number')}
          description={t('drivers.cards.numberHint')}
          value={token}
          onChange={(event) => onChange({ token: event.currentTarget.value })}
          maxLength={20}
          required
        />
      )}
      <Autocomplete
        label={t('drivers.cards.group')}
        data={groups.map(({ key }) => key)}
        value={group}
        onChange={(value) => onChange({ group: value })}
        maxLength={20}
      />
      <TextInput
        type="date"
        label={t('drivers.cards.until')}
        description={t('drivers.cards.untilHint')}
        value={until}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
      {!isNew && (
        <Switch
          label={t('drivers.cards.blocked')}
          checked={blocked}
          onChange={(event) => onChange({ blocked: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
