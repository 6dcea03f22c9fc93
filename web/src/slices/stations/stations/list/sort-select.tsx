import { Select } from '@mantine/core'
import { type StationOrder, type StationSort, stationOrders } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../../api/session.ts'
import classes from './sort-select.module.css'

interface SortSelectProps {
  order: StationOrder | undefined
  onChange: (order: StationOrder | undefined) => void
}

/** Chooses the order of the list on a phone, where rows have no heads to click. */
export function SortSelect({ order, onChange }: SortSelectProps) {
  const { t } = useTranslation()
  const administers = useManager()?.role === 'administrator'
  const offered = stationOrders.filter((one) => administers || !one.startsWith('firmware'))
  const nameOf = (one: StationOrder) => {
    const [sort, direction] = one.split(':') as [StationSort, 'asc' | 'desc']
    return `${direction === 'asc' ? '↑' : '↓'} ${t(`stations.columns.${sort}`)}`
  }
  return (
    <Select
      size="sm"
      clearable
      className={classes.select!}
      comboboxProps={{ width: 240 }}
      aria-label={t('stations.columns.sort')}
      placeholder={t('stations.columns.sort')}
      data={offered.map((value) => ({ value, label: nameOf(value) }))}
      value={order ?? null}
      onChange={(value) => onChange(offered.find((one) => one === value))}
    />
  )
}
