import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface EvseSelectProps {
  evses: readonly number[]
  /** null: the whole station */
  value: number | null
  onChange: (evse: number | null) => void
  /** the whole station cannot be meant */
  evseOnly?: boolean
}

/** Chooses an EVSE, or the whole station where it can be meant. */
export function EvseSelect({ evses, value, onChange, evseOnly = false }: EvseSelectProps) {
  const { t } = useTranslation()
  const names = evses.map((evse) => ({ value: String(evse), label: t('tasks.evse', { evse }) }))
  return (
    <NativeSelect
      label={t('tasks.target')}
      value={String(value ?? '')}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
      data={evseOnly ? names : [{ value: '', label: t('tasks.wholeStation') }, ...names]}
    />
  )
}
