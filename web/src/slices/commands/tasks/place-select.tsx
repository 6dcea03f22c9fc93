import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface PlaceSelectProps {
  evses: readonly number[]
  /** null: the whole station */
  value: number | null
  onChange: (evse: number | null) => void
  /** the whole station cannot be meant */
  evseOnly?: boolean
}

/** Chooses an EVSE, or the whole station where it can be meant. */
export function PlaceSelect({ evses, value, onChange, evseOnly = false }: PlaceSelectProps) {
  const { t } = useTranslation()
  const names = evses.map((evse) => ({ value: String(evse), label: t('tasks.evse', { evse }) }))
  return (
    <NativeSelect
      label={t('tasks.place')}
      value={String(value ?? '')}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
      data={evseOnly ? names : [{ value: '', label: t('tasks.wholeStation') }, ...names]}
    />
  )
}
