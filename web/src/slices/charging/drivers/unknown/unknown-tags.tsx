import { Button } from '@mantine/core'
import { contract, type UnknownTag } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { requestCounted } from '../../../../api/calls/request.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../../ui/tables/data-table.tsx'
import { usePages } from '../driver-queries.ts'

/** Cards that nobody has registered, those that are shown most first. */
export const useUnknownTags = (search: string | undefined) =>
  usePages(['unknown', search ?? ''], (page, signal) =>
    requestCounted(contract.unknownTags.list, { query: { ...page, search } }, signal),
  )

interface UnknownTagsTableProps {
  tags: UnknownTag[] | undefined
  onRegister: (tag: UnknownTag) => void
  empty: ReactNode
}

/** Cards that were shown at stations and are not registered. */
export function UnknownTagsTable({ tags, onRegister, empty }: UnknownTagsTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const register = (tag: UnknownTag) => (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => onRegister(tag)}
      aria-label={t('drivers.unknown.registerOf', { token: tag.token })}
    >
      {t('drivers.unknown.register')}
    </Button>
  )
  const place = ({ station, location }: UnknownTag) => (
    <Link to="/charge-points/$stationId/information" params={{ stationId: station.id }}>
      {t('drivers.unknown.at', { number: station.number, place: location.name })}
    </Link>
  )
  const columns: Column<UnknownTag>[] = [
    {
      key: 'token',
      head: t('drivers.cards.number'),
      grows: true,
      cell: (tag) => <TwoLines top={tag.token} bottom={place(tag)} />,
    },
    {
      key: 'shown',
      head: t('drivers.unknown.shown'),
      align: 'right',
      cell: ({ shown }) => format.number(shown),
    },
    {
      key: 'first',
      head: t('drivers.unknown.first'),
      hideBelow: 'md',
      cell: ({ first_at }) => <When at={first_at} />,
    },
    { key: 'last', head: t('drivers.unknown.last'), cell: ({ last_at }) => <When at={last_at} /> },
    { key: 'deeds', head: t('drivers.groups.deeds'), silent: true, align: 'right', cell: register },
  ]
  return (
    <DataTable
      label={t('drivers.unknown.title')}
      columns={columns}
      rows={tags}
      rowKey={({ token }) => token}
      skeletonRows={6}
      empty={empty}
      phoneRow={(tag) => (
        <ListRow
          top={tag.token}
          bottom={place(tag)}
          right={t('drivers.unknown.times', { count: tag.shown, n: format.number(tag.shown) })}
          rightBottom={register(tag)}
        />
      )}
    />
  )
}
