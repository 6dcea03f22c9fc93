import { ActionIcon, Group } from '@mantine/core'
import type { ApiKey, KeyState } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../ui/dates/duration.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { IconRepeat, IconTrash } from '../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'

interface KeyTableProps {
  keys: ApiKey[] | undefined
  /** whose they are stands below their names */
  ofAll: boolean
  empty: ReactNode
  onRotate: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

const tones = {
  active: 'green',
  ending: 'orange',
  replaced: 'gray',
  idle: 'orange',
  expired: 'gray',
  revoked: 'gray',
} as const satisfies Record<KeyState, string>

/** The keys, each with what it opens, its last use and its end. */
export function KeyTable(props: KeyTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('keys.title')}
      columns={useColumns(props)}
      rows={props.keys}
      rowKey={({ id }) => id}
      skeletonRows={3}
      empty={props.empty}
      phoneRow={(key) => (
        <ListRow
          top={key.name}
          bottom={<code title={key.scopes.join(', ')}>{key.scopes.join(', ')}</code>}
          right={<Buttons of={key} {...props} />}
          rightBottom={<State of={key} />}
        />
      )}
    />
  )
}

function State({ of }: { of: ApiKey }) {
  const { t } = useTranslation()
  return <Badge tone={tones[of.state]}>{t(`keys.state.${of.state}`)}</Badge>
}

function Buttons({ of, onRotate, onRevoke }: Pick<KeyTableProps, 'onRotate' | 'onRevoke'> & { of: ApiKey }) {
  const { t } = useTranslation()
  const { rotate, revoke } = of.can
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {rotate && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('keys.rotateOf', { name: of.name })}
          onClick={() => onRotate(of)}
        >
          <IconRepeat size={16} stroke={1.75} />
        </ActionIcon>
      )}
      {revoke && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('keys.revokeOf', { name: of.name })}
          onClick={() => onRevoke(of)}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </Group>
  )
}

function useColumns(props: KeyTableProps): Column<ApiKey>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      head: t('keys.name'),
      width: 220,
      cell: ({ name, begins, maker }) => (
        <TwoLines top={name} bottom={props.ofAll ? `${begins}… · ${maker.name}` : `${begins}…`} />
      ),
    },
    {
      key: 'scopes',
      head: t('keys.scopes'),
      grows: true,
      cell: ({ scopes, locations, addresses }) => (
        <TwoLines
          top={<code title={scopes.join(', ')}>{scopes.join(', ')}</code>}
          bottom={[
            locations === null ? t('common.allLocations') : locations.map(({ name }) => name).join(', '),
            ...addresses,
          ].join(' · ')}
        />
      ),
    },
    {
      key: 'used',
      head: t('keys.used'),
      width: 150,
      hideBelow: 'md',
      cell: ({ last_used_at: at, last_used_from: from }) => <TwoLines top={<Ago at={at} />} bottom={from} />,
    },
    {
      key: 'ends',
      head: t('keys.ends'),
      width: 150,
      cell: (key) => <TwoLines top={<When at={key.expires_at} style="day" />} bottom={<State of={key} />} />,
    },
    {
      key: 'do',
      head: t('keys.deeds'),
      silent: true,
      align: 'right',
      width: 92,
      cell: (key) => <Buttons of={key} {...props} />,
    },
  ]
}
