import { MultiSelect, Select } from '@mantine/core'
import type { ConnectorFacet } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useKindLabel } from '../kind-label.tsx'
import { kindValue } from './price-form.ts'

interface FilterProps {
  kinds: readonly ConnectorFacet[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

function useOptions(kinds: readonly ConnectorFacet[]) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelOf = useKindLabel()
  return kinds.map((kind) => ({
    value: kindValue(kind),
    label: `${labelOf(kind)} (${t('tariffs.connectors.count', { count: kind.count, n: format.number(kind.count) })})`,
  }))
}

/** Limits a price to kinds of connectors; all when none is chosen. */
export function ConnectorFilter({ kinds, chosen, onChange }: FilterProps) {
  const { t } = useTranslation()
  const data = useOptions(kinds)
  return (
    <MultiSelect
      label={t('tariffs.connectors.label')}
      placeholder={chosen.length === 0 ? t('tariffs.connectors.all') : undefined}
      data={data}
      value={chosen.filter((value) => data.some((option) => option.value === value))}
      onChange={onChange}
      nothingFoundMessage={t('tariffs.connectors.none')}
      clearButtonProps={{ 'aria-label': t('tariffs.connectors.all') }}
      clearable
      searchable
    />
  )
}

/** The same for one kind or all. */
export function ConnectorChoice({ kinds, chosen, onChange }: FilterProps) {
  const { t } = useTranslation()
  const data = [{ value: '', label: t('tariffs.connectors.all') }, ...useOptions(kinds)]
  return (
    <Select
      label={t('tariffs.connectors.label')}
      data={data}
      value={chosen[0] ?? ''}
      onChange={(value) => onChange(value ? [value] : [])}
      allowDeselect={false}
    />
  )
}
