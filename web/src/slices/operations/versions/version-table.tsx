import type { AppVersion } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../ui/dates/duration.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { MarkedName } from '../../../ui/words/marked-name.tsx'

interface VersionTableProps {
  versions: AppVersion[] | undefined
  /** the id of the versions in force */
  inForce: number | undefined
  empty: ReactNode
}

/** The versions that were set: when, by which person, and when an app last read them. */
export function VersionTable({ versions, inForce, empty }: VersionTableProps) {
  const { t } = useTranslation()
  const android = (version: AppVersion) => (
    <MarkedName mark={version.id === inForce && t('versions.inForce')}>{version.android_v}</MarkedName>
  )
  const columns: Column<AppVersion>[] = [
    { key: 'android', head: t('versions.columns.android'), cell: android },
    { key: 'ios', head: t('versions.columns.ios'), cell: ({ ios_v }) => ios_v },
    {
      key: 'manager',
      head: t('versions.columns.manager'),
      grows: true,
      cell: (version) => <TwoLines top={nameOf(version)} bottom={version.manager_email} />,
    },
    {
      key: 'created',
      head: t('versions.columns.created'),
      align: 'right',
      cell: ({ created_at }) => <When at={created_at} />,
    },
    {
      key: 'ping',
      head: t('versions.columns.ping'),
      align: 'right',
      cell: ({ ping_timestamp }) => <Ago at={ping_timestamp} />,
    },
  ]
  return (
    <DataTable
      label={t('versions.title')}
      columns={columns}
      rows={versions}
      rowKey={({ id }) => id}
      empty={empty}
      phoneRow={(version) => (
        <ListRow
          top={`Android ${version.android_v} · iOS ${version.ios_v}`}
          bottom={version.id === inForce ? `${t('versions.inForce')} · ${nameOf(version)}` : nameOf(version)}
          right={<Ago at={version.ping_timestamp} />}
          rightBottom={<When at={version.created_at} style="dayTime" />}
        />
      )}
    />
  )
}

const nameOf = (version: AppVersion) =>
  [version.manager_first_name, version.manager_last_name].filter(Boolean).join(' ') || version.manager_email
