import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const zones = Intl.supportedValuesOf('timeZone')

interface TimeZoneSelectProps {
  value: string
  onChange: (zone: string) => void
}

/** Chooses the time zone of a location's hours and tariffs. */
export function TimeZoneSelect({ value, onChange }: TimeZoneSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('locations.fields.time_zone')}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage={t('locations.noZone')}
    />
  )
}
