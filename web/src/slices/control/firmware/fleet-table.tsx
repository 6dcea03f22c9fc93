import type { FirmwareFile, FleetFirmware } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { PlainLink } from '../../../ui/frame/plain-link.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { filesFor } from './files-for.ts'
import classes from './firmware.module.css'

interface FleetTableProps {
  fleet: FleetFirmware[] | undefined
  files: FirmwareFile[] | undefined
  empty: ReactNode
  /** undefined: there is no file for these stations */
  onUpdate: (row: FleetFirmware) => void
}

const hrefOf = ({ vendor_name: vendor, model, version: firmware }: FleetFirmware): string =>
  `/charge-points?${new URLSearchParams({ vendor, model, ...(firmware === null ? {} : { firmware }) })}`

/** The versions in the fleet by model, each with links to its stations and to their update. */
export function FleetTable({ fleet, files, empty, onUpdate }: FleetTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const versionOf = ({ version }: FleetFirmware) => version ?? t('firmware.unknown')
  const stationsOf = (row: FleetFirmware) => (
    <PlainLink
      href={hrefOf(row)}
      className={classes.link}
      label={t('firmware.fleet.show', { model: row.model, version: versionOf(row), count: row.stations })}
    >
      {format.number(row.stations)}
    </PlainLink>
  )
  const updateOf = (row: FleetFirmware) =>
    filesFor(files, row).length > 0 && row.stations > row.in_rollout ? (
      <ChangeButton
        size="xs"
        variant="default"
        aria-label={t('firmware.fleet.updateOf', { model: row.model, version: versionOf(row) })}
        onClick={() => onUpdate(row)}
      >
        {t('firmware.fleet.update')}
      </ChangeButton>
    ) : null
  const columns = useColumns({ versionOf, stationsOf, updateOf })
  return (
    <DataTable
      label={t('firmware.fleet.title')}
      columns={columns}
      rows={fleet}
      rowKey={({ vendor_name, model, version }) => JSON.stringify([vendor_name, model, version])}
      empty={empty}
      phoneRow={(row) => (
        <div className={classes.phoneRow}>
          <ListRow
            top={row.model}
            bottom={row.vendor_name}
            right={versionOf(row)}
            rightBottom={
              <>
                {t('firmware.columns.stations')}: {stationsOf(row)}
              </>
            }
          />
          {updateOf(row)}
        </div>
      )}
    />
  )
}

type Cell = (row: FleetFirmware) => ReactNode

function useColumns(cells: { versionOf: Cell; stationsOf: Cell; updateOf: Cell }): Column<FleetFirmware>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'model',
      head: t('firmware.columns.model'),
      grows: true,
      cell: ({ vendor_name, model }) => <TwoLines top={model} bottom={vendor_name} />,
    },
    { key: 'version', head: t('firmware.columns.version'), width: 180, cell: cells.versionOf },
    {
      key: 'stations',
      head: t('firmware.columns.stations'),
      align: 'right',
      width: 110,
      cell: cells.stationsOf,
    },
    {
      key: 'online',
      head: t('firmware.columns.online'),
      align: 'right',
      width: 110,
      hideBelow: 'md',
      cell: ({ online }) => format.number(online),
    },
    {
      key: 'rollout',
      head: t('firmware.columns.inRollout'),
      align: 'right',
      width: 130,
      hideBelow: 'md',
      cell: ({ in_rollout }) => format.number(in_rollout),
    },
    {
      key: 'update',
      head: t('firmware.fleet.update'),
      silent: true,
      align: 'right',
      width: 150,
      cell: cells.updateOf,
    },
  ]
}
