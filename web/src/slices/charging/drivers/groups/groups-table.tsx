import type { TagGroup } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { RowDeeds } from '../../../../ui/buttons/row-deeds.tsx'
import { Badge } from '../../../../ui/figures/status.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../../ui/tables/data-table.tsx'

export type GroupDeed = { what: 'change' | 'remove'; group: TagGroup }

interface GroupsTableProps {
  groups: TagGroup[] | undefined
  onOpen: (deed: GroupDeed) => void
  empty: ReactNode
}

/** Groups of charging cards, and how each of them charges. */
export function GroupsTable({ groups, onOpen, empty }: GroupsTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const terms = useTermsWords()
  const keyOf = ({ key, priority }: TagGroup) =>
    priority === null ? key : `${key} · ${t('drivers.priority.short', { n: priority })}`
  const columns: Column<TagGroup>[] = [
    {
      key: 'name',
      head: t('drivers.groups.name'),
      grows: true,
      cell: (group) => <TwoLines top={group.name} bottom={keyOf(group)} />,
    },
    { key: 'charging', head: t('drivers.groups.charging'), cell: (group) => <Charging group={group} /> },
    { key: 'price', head: t('drivers.groups.price'), hideBelow: 'md', cell: terms },
    {
      key: 'tags',
      head: t('drivers.groups.tags'),
      align: 'right',
      cell: ({ tags }) => format.number(tags),
    },
    {
      key: 'deeds',
      head: t('drivers.groups.deeds'),
      silent: true,
      align: 'right',
      cell: (group) => <Deeds group={group} onOpen={onOpen} />,
    },
  ]
  return (
    <DataTable
      label={t('drivers.groups.title')}
      columns={columns}
      rows={groups}
      rowKey={({ key }) => key}
      skeletonRows={6}
      empty={empty}
      phoneRow={(group) => (
        <ListRow
          top={group.name}
          bottom={[keyOf(group), terms(group)].filter(Boolean).join(' · ')}
          right={<Charging group={group} />}
          rightBottom={<Deeds group={group} onOpen={onOpen} />}
        />
      )}
    />
  )
}

/** What a group's own tariff costs, in words. */
function useTermsWords() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ tariff, rate, start_fee: fee }: TagGroup): string => {
    if (tariff === null) return ''
    return [
      t('drivers.groups.perKwh', { amount: format.money(tariff) }),
      ...(rate ? [t('drivers.groups.perMinute', { amount: format.money(rate) })] : []),
      ...(fee ? [t('drivers.groups.perStart', { amount: format.money(fee) })] : []),
    ].join(', ')
  }
}

const tones = { usual: 'gray', free: 'green', tariff: 'violet' } as const

function Charging({ group: { charging } }: { group: TagGroup }) {
  const { t } = useTranslation()
  return <Badge tone={tones[charging]}>{t(`drivers.groups.chargings.${charging}`)}</Badge>
}

function Deeds({ group, onOpen }: { group: TagGroup; onOpen: GroupsTableProps['onOpen'] }) {
  const { t } = useTranslation()
  const { name, can } = group
  const change = {
    label: t('drivers.groups.changeOf', { name }),
    onClick: () => onOpen({ what: 'change', group }),
  }
  const remove = {
    label: t('drivers.groups.removeOf', { name }),
    onClick: () => onOpen({ what: 'remove', group }),
  }
  return <RowDeeds change={can.change ? change : null} remove={can.remove ? remove : null} />
}
