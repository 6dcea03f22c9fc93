import { Autocomplete, Text } from '@mantine/core'
import { contract, type UnknownTag } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { DriverPicker } from '../driver-picker.tsx'
import { useReloadDrivers } from '../driver-queries.ts'
import { useTagGroups } from '../groups/groups-query.ts'

/** Registers an unknown card: for a driver, in a group, or as a card of the network. */
export function RegisterDialog({ tag: { token }, onClose }: { tag: UnknownTag; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadDrivers()
  const groups = useTagGroups(undefined).data ?? []
  const [driverId, setDriverId] = useState<number | null>(null)
  const [group, setGroup] = useState('')
  const change = useChange({
    mutationFn: (body: { token: string; driver_id: number | null; group: string | null }, idempotency) =>
      request(contract.drivers.addToken, { body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('drivers.unknown.registerOf', { token })}
      action={t('drivers.unknown.register')}
      body={{ token, driver_id: driverId, group: group.trim() || null }}
      change={change}
      onClose={onClose}
    >
      <Text size="sm">{t('drivers.unknown.registerText')}</Text>
      <DriverPicker onChange={setDriverId} />
      <Autocomplete
        label={t('drivers.cards.group')}
        data={groups.map(({ key }) => key)}
        value={group}
        onChange={setGroup}
        maxLength={20}
      />
    </FormDialog>
  )
}
