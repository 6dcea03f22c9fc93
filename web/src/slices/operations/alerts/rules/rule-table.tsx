import type { AlertRule } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { RowDeeds } from '../../../../ui/buttons/row-deeds.tsx'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { Badge } from '../../../../ui/figures/status.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../../ui/tables/data-table.tsx'

interface RuleTableProps {
  rules: AlertRule[] | undefined
  empty: ReactNode
  onChange: (rule: AlertRule) => void
  onRemove: (rule: AlertRule) => void
}

/** The rules, each with what it is about, its steps, and how many it notified. */
export function RuleTable(props: RuleTableProps) {
  const { t } = useTranslation()
  const about = useAbout()
  return (
    <DataTable
      label={t('alerts.rules')}
      columns={useColumns(props)}
      rows={props.rules}
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={props.empty}
      phoneRow={(rule) => (
        <ListRow
          top={rule.name}
          bottom={about(rule)}
          right={<Buttons of={rule} {...props} />}
          rightBottom={<State of={rule} />}
        />
      )}
    />
  )
}

function useAbout() {
  const { t } = useTranslation()
  return ({ severity, kinds }: AlertRule) =>
    [
      t('alerts.severityFrom', { severity: t(`alerts.severities.${severity}`) }),
      ...(kinds.length === 0 ? [t('alerts.allKinds')] : kinds.map((kind) => t(`alerts.kind.${kind}`))),
    ].join(' · ')
}

function State({ of }: { of: AlertRule }) {
  const { t } = useTranslation()
  return <Badge tone={of.on ? 'green' : 'gray'}>{of.on ? t('alerts.isOn') : t('alerts.isOff')}</Badge>
}

function Buttons({
  of,
  onChange,
  onRemove,
}: Pick<RuleTableProps, 'onChange' | 'onRemove'> & { of: AlertRule }) {
  const { t } = useTranslation()
  const { name } = of
  return (
    <RowDeeds
      change={{ label: t('alerts.changeOf', { name }), onClick: () => onChange(of) }}
      remove={{ label: t('alerts.removeOf', { name }), onClick: () => onRemove(of) }}
    />
  )
}

function useColumns(props: RuleTableProps): Column<AlertRule>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const about = useAbout()
  return [
    {
      key: 'name',
      head: t('alerts.name'),
      width: 240,
      cell: (rule) => <TwoLines top={rule.name} bottom={<State of={rule} />} />,
    },
    {
      key: 'about',
      head: t('alerts.about'),
      grows: true,
      cell: (rule) => (
        <TwoLines
          top={about(rule)}
          bottom={
            rule.locations.length === 0
              ? t('alerts.allLocations')
              : t('alerts.someLocations', { count: rule.locations.length })
          }
        />
      ),
    },
    {
      key: 'steps',
      head: t('alerts.steps'),
      width: 90,
      align: 'right',
      cell: ({ steps }) => format.number(steps.length),
    },
    {
      key: 'notified',
      head: t('alerts.notified'),
      width: 150,
      align: 'right',
      hideBelow: 'md',
      cell: ({ notified }) => format.number(notified),
    },
    {
      key: 'changed',
      head: t('alerts.changed'),
      width: 170,
      hideBelow: 'lg',
      cell: ({ changed_at: at, changed_by: by }) => <TwoLines top={<Ago at={at} />} bottom={by} />,
    },
    {
      key: 'do',
      head: t('alerts.deeds'),
      silent: true,
      align: 'right',
      width: 92,
      cell: (rule) => <Buttons of={rule} {...props} />,
    },
  ]
}
