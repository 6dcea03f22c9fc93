import type { RoamingPartner } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ago } from '../../../ui/dates/duration.tsx'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { PartnerStateBadge, partiesOf } from './partner-state.tsx'
import classes from './partners.module.css'

interface PartnersTableProps {
  partners: RoamingPartner[] | undefined
  onOpen: (partner: RoamingPartner) => void
  empty: ReactNode
}

/** Partners with their state, and when they were last heard of. */
export function PartnersTable({ partners, onOpen, empty }: PartnersTableProps) {
  const { t } = useTranslation()
  const columns = useColumns()
  return (
    <DataTable
      label={t('roaming.title')}
      columns={columns}
      rows={partners}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      empty={empty}
      phoneRow={(partner) => (
        <ListRow
          top={<PartnerName partner={partner} />}
          bottom={partiesOf(partner) || t(`roaming.invitedBy.${partner.invited_by}`)}
          right={<PartnerStateBadge partner={partner} />}
          rightBottom={<Ago at={partner.last_heard_at} />}
        />
      )}
    />
  )
}

function useColumns(): Column<RoamingPartner>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'partner',
      head: t('roaming.columns.partner'),
      grows: true,
      cell: (partner) => (
        <TwoLines
          top={<PartnerName partner={partner} />}
          bottom={partiesOf(partner) || t(`roaming.invitedBy.${partner.invited_by}`)}
        />
      ),
    },
    {
      key: 'state',
      head: t('roaming.columns.state'),
      cell: (partner) => <PartnerStateBadge partner={partner} />,
    },
    {
      key: 'version',
      head: 'OCPI',
      cell: ({ version }) => version ?? <Dash label={t('common.noValue')} />,
    },
    {
      key: 'heard',
      head: t('roaming.columns.heard'),
      align: 'right',
      cell: ({ last_heard_at }) => <Ago at={last_heard_at} />,
    },
    {
      key: 'answered',
      head: t('roaming.columns.answered'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ last_answered_at }) => <Ago at={last_answered_at} />,
    },
    {
      key: 'failed',
      head: t('roaming.columns.failed'),
      align: 'right',
      cell: ({ failed }) => (
        <span className={failed > 0 ? classes.bad : undefined}>{format.number(failed)}</span>
      ),
    },
  ]
}

function PartnerName({ partner: { id, name } }: { partner: RoamingPartner }) {
  return (
    <Link to="/roaming/$partnerId" params={{ partnerId: String(id) }} className={classes.name}>
      {name}
    </Link>
  )
}
