import type { FirmwareState, Rollout, RolloutStation } from '@stationmaster/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../i18n/use-code.ts'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { ReachedStations, ReachedWord } from '../../../ui/states/reached-stations.tsx'
import type { Column } from '../../../ui/tables/data-table.tsx'
import { useRolloutStations } from './firmware-queries.ts'
import { StateBadge } from './states.tsx'

interface StationTableProps {
  rollout: Rollout
  state: FirmwareState | undefined
  onClear: () => void
}

/** The stations of a roll-out, all or those in one state, each with its progress. */
export function StationTable({ rollout, state: chosen, onClear }: StationTableProps) {
  const { t } = useTranslation()
  const codeOf = useCode()
  const stations = useRolloutStations(rollout, chosen)
  const wordOf = ({ state, error, status, waits_for: wait }: RolloutStation) =>
    wait
      ? t(`firmware.waitsFor.${wait}`)
      : (error ?? (status !== null && state !== 'done' ? codeOf('firmware', status) : ''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language, which `t` stands for
  const columns = useMemo(() => columnsOf(t, rollout, wordOf), [t, rollout])
  return (
    <ReachedStations
      stations={stations}
      columns={columns}
      wordOf={wordOf}
      onClear={onClear}
      total={rollout.total}
      noneFits={t('firmware.noneFits')}
      label={t('firmware.stations')}
      atHead={t('firmware.columns.at')}
      phone={({ state, version_now }) => ({
        right: <StateBadge rollout={rollout} state={state} />,
        rightBottom: version_now,
      })}
    />
  )
}

const columnsOf = (
  t: TFunction,
  rollout: Rollout,
  wordOf: (station: RolloutStation) => string,
): Column<RolloutStation>[] => [
  {
    key: 'wave',
    head: t('firmware.columns.wave'),
    align: 'right',
    width: 80,
    cell: ({ wave }) => wave ?? <Dash label={t('common.noValue')} />,
  },
  {
    key: 'state',
    head: t('firmware.columns.status'),
    width: 160,
    cell: ({ state }) => <StateBadge rollout={rollout} state={state} />,
  },
  {
    key: 'version',
    head: t('firmware.columns.version'),
    width: 110,
    cell: ({ version_now }) => version_now ?? t('firmware.unknown'),
  },
  {
    key: 'word',
    head: t('firmware.columns.word'),
    cell: (station) => <ReachedWord text={wordOf(station)} />,
  },
]
