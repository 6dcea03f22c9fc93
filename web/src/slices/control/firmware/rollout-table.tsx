import type { Rollout } from '@stationmaster/contract'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { PlainLink } from '../../../ui/frame/plain-link.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './firmware.module.css'
import { RolloutBadge, RolloutBar } from './states.tsx'

const hrefOf = ({ id }: Rollout) => `/firmware/${id}`

/** What a roll-out does, to which model. */
export function useRolloutName(): (rollout: Rollout) => string {
  const { t } = useTranslation()
  return ({ file, move }) =>
    move ? t('firmware.rollouts.move', { ...move }) : t('firmware.rollouts.name', { ...file })
}

/** Roll-outs; a click opens one. */
export function RolloutTable({ rollouts, empty }: { rollouts: Rollout[] | undefined; empty: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const nameOf = useRolloutName()
  const columns = useColumns(nameOf)
  return (
    <DataTable
      label={t('firmware.rollouts.title')}
      columns={columns}
      rows={rollouts}
      rowKey={({ id }) => id}
      onOpen={(rollout) => void navigate({ href: hrefOf(rollout) })}
      empty={empty}
      skeletonRows={2}
      phoneRow={(rollout) => (
        <PlainLink href={hrefOf(rollout)}>
          <ListRow
            top={nameOf(rollout)}
            bottom={<When at={rollout.starts_at} />}
            right={<RolloutBadge rollout={rollout} />}
            rightBottom={t('common.shownOf', {
              shown: format.number(rollout.counts.done),
              total: format.number(rollout.total),
            })}
          />
        </PlainLink>
      )}
    />
  )
}

function useColumns(nameOf: (rollout: Rollout) => string): Column<Rollout>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'what',
      head: t('firmware.columns.update'),
      grows: true,
      cell: (rollout) => (
        <TwoLines
          top={
            <PlainLink href={hrefOf(rollout)} className={classes.rowLink}>
              {nameOf(rollout)}
            </PlainLink>
          }
          bottom={(rollout.file ?? rollout.move)?.vendor_name}
        />
      ),
    },
    {
      key: 'status',
      head: t('firmware.columns.status'),
      width: 160,
      cell: (rollout) => <RolloutBadge rollout={rollout} />,
    },
    {
      key: 'progress',
      head: t('firmware.progress'),
      width: 180,
      cell: (rollout) => (
        <div className={classes.bar}>
          <RolloutBar rollout={rollout} />
        </div>
      ),
    },
    {
      key: 'done',
      head: t('firmware.state.done'),
      align: 'right',
      cell: ({ counts, total }) =>
        t('common.shownOf', { shown: format.number(counts.done), total: format.number(total) }),
    },
    {
      key: 'failed',
      head: t('firmware.state.failed'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ counts }) => format.number(counts.failed),
    },
    {
      key: 'at',
      head: t('firmware.columns.starts'),
      align: 'right',
      cell: ({ starts_at }) => <When at={starts_at} />,
    },
  ]
}
