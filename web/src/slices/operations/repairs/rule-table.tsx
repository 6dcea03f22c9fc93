import type { RepairRule } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RowDeeds } from '../../../ui/buttons/row-deeds.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './repairs.module.css'
import { useModes } from './use-modes.ts'

interface RuleTableProps {
  rules: RepairRule[] | undefined
  empty: ReactNode
  onMode: (rule: RepairRule, mode: RepairRule['mode']) => void
  onChange: (rule: RepairRule) => void
  onRemove: (rule: RepairRule) => void
}

const tones = { off: 'gray', dry_run: 'yellow', on: 'green' } as const

/** The rules, each with its mode and what came of it. */
export function RuleTable(props: RuleTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('repairs.rules')}
      columns={useColumns(props)}
      rows={props.rules}
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={props.empty}
      phoneRow={(rule) => (
        <ListRow
          top={rule.name}
          bottom={t(`repairs.library.${rule.repair}`)}
          right={<Buttons of={rule} {...props} />}
          rightBottom={<Badge tone={tones[rule.mode]}>{t(`repairs.mode.${rule.mode}`)}</Badge>}
        />
      )}
    />
  )
}

function Buttons({
  of,
  onChange,
  onRemove,
}: Pick<RuleTableProps, 'onChange' | 'onRemove'> & { of: RepairRule }) {
  const { t } = useTranslation()
  const { name } = of
  return (
    <RowDeeds
      change={{ label: t('repairs.changeOf', { name }), onClick: () => onChange(of) }}
      remove={{ label: t('repairs.removeOf', { name }), onClick: () => onRemove(of) }}
    />
  )
}

function useColumns(props: RuleTableProps): Column<RepairRule>[] {
  const { t } = useTranslation()
  const modes = useModes()
  return [
    {
      key: 'name',
      head: t('repairs.name'),
      grows: true,
      cell: ({ name, repair, kinds }) => (
        <TwoLines
          top={name}
          bottom={[
            t(`repairs.library.${repair}`),
            kinds.length === 0
              ? t('alerts.allKinds')
              : kinds.map((kind) => t(`alerts.kind.${kind}`)).join(', '),
          ].join(' · ')}
        />
      ),
    },
    {
      key: 'counts',
      head: t('repairs.counted'),
      width: 230,
      cell: ({ counts: { would, refused, begun, helped } }) => (
        <TwoLines
          top={t('repairs.counts.begun', { begun, helped })}
          bottom={t('repairs.counts.would', { would, refused })}
        />
      ),
    },
    {
      key: 'mode',
      head: t('repairs.modeLabel'),
      width: 290,
      cell: (rule) => (
        <span className={classes.mode}>
          <SegmentedControl
            aria-label={t('repairs.modeOf', { name: rule.name })}
            value={rule.mode}
            onChange={(mode) => props.onMode(rule, mode)}
            data={modes}
          />
        </span>
      ),
    },
    {
      key: 'do',
      head: t('repairs.deeds'),
      silent: true,
      align: 'right',
      width: 92,
      cell: (rule) => <Buttons of={rule} {...props} />,
    },
  ]
}
