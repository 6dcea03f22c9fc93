import { Alert } from '@mantine/core'
import { contract, type Driver } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { FoundSelect } from '../../../ui/fields/found-select.tsx'
import { driverName } from './driver-name.ts'
import classes from './driver-picker.module.css'

const shownMost = 20

interface DriverPickerProps {
  disabled?: boolean
  /** shows how the driver pays for the session that is started now */
  pays?: boolean
  onChange: (id: number | null) => void
}

/** Selects a driver by name, phone, e-mail or card, searched on the server; shows who is blocked, charges or owes something. */
export function DriverPicker({ disabled = false, pays = false, onChange }: DriverPickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const paysText = ({ saved_card: card }: Driver) =>
    card
      ? t('drivers.pays.card', { card: [card.brand, card.last4].filter(Boolean).join(' ') })
      : t('drivers.pays.account')
  const [chosen, setChosen] = useState<Driver | null>(null)
  return (
    <>
      <FoundSelect
        name="drivers"
        disabled={disabled}
        label={t('drivers.pick.label')}
        description={t('drivers.pick.hint')}
        placeholder={t('drivers.pick.nobody')}
        none={t('drivers.pick.none')}
        chosen={chosen}
        labelOf={(driver) => [driverName(driver), driver.phone].filter(Boolean).join(', ')}
        find={(search, signal) =>
          request(contract.drivers.list, { query: { limit: shownMost, search } }, signal)
        }
        onChange={(driver) => {
          setChosen(driver)
          onChange(driver?.id ?? null)
        }}
      />
      {chosen?.blocked_at && (
        <Alert color="red">{[t('drivers.blocked'), chosen.block_reason].filter(Boolean).join(': ')}</Alert>
      )}
      {chosen?.busy && <Alert color="orange">{t('drivers.busy')}</Alert>}
      {chosen && chosen.debt > 0 && (
        <Alert color="orange">{t('drivers.owes', { amount: format.money(chosen.debt) })}</Alert>
      )}
      {chosen && pays && <p className={classes.pays}>{paysText(chosen)}</p>}
    </>
  )
}
