import type { Fleet } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Dash, Money } from '../../../../ui/figures/quantity.tsx'
import { Badge } from '../../../../ui/figures/status.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../../ui/tables/data-table.tsx'
import classes from '../drivers.module.css'

interface FleetsTableProps {
  fleets: Fleet[] | undefined
  /** leads to a fleet's page, where the caller may open it */
  onOpen: ((fleet: Fleet) => void) | undefined
  empty: ReactNode
}

/** Companies that pay for their drivers, with what they have used of their limit in this month. */
export function FleetsTable({ fleets, onOpen, empty }: FleetsTableProps) {
  const { t } = useTranslation()
  const { name, drivers } = useLines(onOpen !== undefined)
  const columns = useColumns(onOpen !== undefined)
  return (
    <DataTable
      label={t('drivers.fleets.title')}
      columns={columns}
      rows={fleets}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      skeletonRows={6}
      empty={empty}
      phoneRow={(fleet) => (
        <ListRow
          top={name(fleet)}
          bottom={drivers(fleet)}
          right={fleet.used === null ? null : <Money minor={fleet.used} unit />}
          rightBottom={<FleetState fleet={fleet} />}
        />
      )}
    />
  )
}

/** A fleet's name, which leads to its page where the caller may open it, and how many drivers it has. */
function useLines(opens: boolean) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = (fleet: Fleet) =>
    opens ? (
      <Link to="/fleets/$fleetId" params={{ fleetId: String(fleet.id) }} className={classes.name!}>
        {fleet.name}
      </Link>
    ) : (
      fleet.name
    )
  const drivers = ({ drivers: count, priority }: Fleet) =>
    [
      t('drivers.found', { count, n: format.number(count) }),
      priority !== null && t('drivers.priority.short', { n: priority }),
    ]
      .filter(Boolean)
      .join(' · ')
  return { name, drivers }
}

function useColumns(opens: boolean): Column<Fleet>[] {
  const { t } = useTranslation()
  const { name, drivers } = useLines(opens)
  const sign = { currency: network.currencySign }
  const none = <Dash label={t('common.noValue')} />
  return [
    {
      key: 'name',
      head: t('drivers.fleets.name'),
      grows: true,
      cell: (fleet) => <TwoLines top={name(fleet)} bottom={drivers(fleet)} />,
    },
    { key: 'state', head: t('drivers.columns.state'), cell: (fleet) => <FleetState fleet={fleet} /> },
    {
      key: 'used',
      head: t('drivers.fleets.used', sign),
      align: 'right',
      cell: ({ used }) => (used === null ? none : <Money minor={used} />),
    },
    {
      key: 'limit',
      head: t('drivers.fleets.limit', sign),
      align: 'right',
      cell: ({ month_limit: limit }) => (limit === null ? none : <Money minor={limit} />),
    },
    {
      key: 'owed',
      head: t('drivers.fleets.owed', sign),
      align: 'right',
      hideBelow: 'md',
      cell: ({ owed }) => (owed === null ? none : <Money minor={owed} />),
    },
  ]
}

/** Whether the drivers of a fleet may charge on its account. */
export function FleetState({ fleet: { active, used_up } }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const state = active ? (used_up ? 'usedUp' : 'pays') : 'inactive'
  const tones = { usedUp: 'orange', pays: 'green', inactive: 'gray' } as const
  return <Badge tone={tones[state]}>{t(`drivers.fleets.states.${state}`)}</Badge>
}
