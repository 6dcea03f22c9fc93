import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'

interface PriorityFieldProps {
  /** whose priority it is */
  of: 'cards' | 'fleet'
  /** '': none of its own */
  value: number | ''
  onChange: (value: number | '') => void
}

/** When its cars are served where a location shares its current out by groups. */
export function PriorityField({ of, value, onChange }: PriorityFieldProps) {
  const { t } = useTranslation()
  return (
    <NumberField
      label={t('drivers.priority.label')}
      description={t(`drivers.priority.${of}`)}
      value={value}
      onChange={onChange}
      min={0}
      max={9}
    />
  )
}
