import { NativeSelect } from '@mantine/core'
import type { StationTaskState } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import type { Place } from './places.ts'
import { isPlace, usePlaceName } from './places.ts'

interface PlaceSelectProps {
  connectors: StationTaskState['connectors']
  /** null: the whole station */
  value: Place | null
  onChange: (place: Place | null) => void
  /** the whole station cannot be meant */
  connectorOnly?: boolean
}

/** Chooses a connector, or the whole station where it can be meant. */
export function PlaceSelect({ connectors, value, onChange, connectorOnly = false }: PlaceSelectProps) {
  const { t } = useTranslation()
  const nameOf = usePlaceName(connectors)
  const names = connectors.map(({ evse, number, ordinal }) => ({
    value: String(ordinal),
    label: nameOf({ evse, connector: number }),
  }))
  const chosen = value && connectors.find((one) => isPlace(one, value))
  return (
    <NativeSelect
      label={t('tasks.target')}
      value={String(chosen?.ordinal ?? '')}
      onChange={(event) => {
        const found = connectors.find(({ ordinal }) => String(ordinal) === event.currentTarget.value)
        onChange(found ? { evse: found.evse, connector: found.number } : null)
      }}
      data={connectorOnly ? names : [{ value: '', label: t('tasks.wholeStation') }, ...names]}
    />
  )
}
