import type { RolloutStation } from '@stationmaster/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../i18n/use-code.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Dash } from '../../ui/quantity.tsx'
import { ReachedStations, ReachedWord } from '../../ui/reached-stations.tsx'
import { StateBadge } from './states.tsx'

interface StationTableProps {
  count: number
  rowAt: (index: number) => RolloutStation | undefined
  onRange: (first: number, last: number) => void
}

/** The stations of a roll-out with how far each is. */
export function StationTable(props: StationTableProps) {
  const { t } = useTranslation()
  const codeOf = useCode()
  const wordOf = ({ state, error, status }: RolloutStation) =>
    error ?? (status !== null && state !== 'done' ? codeOf('firmware', status) : '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language, which `t` stands for
  const columns = useMemo(() => columnsOf(t, wordOf), [t])
  return (
    <ReachedStations
      {...props}
      {...{ columns, wordOf }}
      label={t('firmware.stations')}
      atHead={t('firmware.columns.at')}
      phone={({ state, version_now }) => ({
        right: <StateBadge state={state} />,
        rightBottom: version_now,
      })}
    />
  )
}

const columnsOf = (t: TFunction, wordOf: (station: RolloutStation) => string): Column<RolloutStation>[] => [
  {
    ...{ key: 'wave', head: t('firmware.columns.wave'), align: 'right', width: 80 },
    cell: ({ wave }) => wave ?? <Dash label={t('common.noValue')} />,
  },
  {
    ...{ key: 'state', head: t('firmware.columns.status'), width: 160 },
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    ...{ key: 'version', head: t('firmware.columns.version'), width: 110 },
    cell: ({ version_now }) => version_now ?? t('firmware.unknown'),
  },
  {
    ...{ key: 'word', head: t('firmware.columns.word') },
    cell: (station) => <ReachedWord text={wordOf(station)} />,
  },
]
