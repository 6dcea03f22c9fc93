import { ActionIcon, Menu, Select } from '@mantine/core'
import {
  contract,
  type ReportMode,
  type ReportSchedule,
  reportScheduleBody,
  rhythms,
  sheetFormats,
} from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { startOf } from '../../../api/days.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDots, IconMailForward } from '../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'

const queryKey = ['reports', 'schedules'] as const

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey })
}

interface SendProps {
  mode: ReportMode
  /** the locations that are chosen on the screen */
  locations: number[] | undefined
}

/** Schedules the mailing of the shown report. */
export function SendMeThis(props: SendProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ChangeButton
        variant="default"
        leftSection={<IconMailForward size={16} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('reports.schedules.add')}
      </ChangeButton>
      {open && <ScheduleDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = (SendProps | { schedule: ReportSchedule }) & { onClose: () => void }

function ScheduleDialog(props: DialogProps) {
  const { t } = useTranslation()
  const changed = useChanged()
  const known = 'schedule' in props ? props.schedule : null
  const mode = 'schedule' in props ? props.schedule.mode : props.mode
  const locations = 'schedule' in props ? props.schedule.locations : (props.locations?.join(',') ?? null)
  const form = useCheckedForm(reportScheduleBody, {
    mode,
    locations,
    every: known?.every ?? ('month' as const),
    format: known?.format ?? ('xlsx' as const),
  })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) => {
      const { mode: _, ...rest } = body
      return known
        ? request(contract.reportSchedules.change, { params: { id: known.id }, body: rest, idempotency })
        : request(contract.reportSchedules.add, { body, idempotency })
    },
    onSuccess: props.onClose,
    onSettled: changed,
  })
  return (
    <FormDialog
      title={t(known ? 'reports.schedules.change' : 'reports.schedules.add')}
      action={t(known ? 'reports.schedules.save' : 'reports.schedules.action')}
      body={form.data}
      change={change}
      onClose={props.onClose}
    >
      <p>{t('reports.schedules.about', { report: t(`reports.modes.${mode}`) })}</p>
      <Select
        label={t('reports.schedules.how')}
        data={rhythms.map((value) => ({ value, label: t(`reports.schedules.every.${value}`) }))}
        value={form.values.every}
        allowDeselect={false}
        onChange={(value) => form.change({ every: rhythms.find((one) => one === value) ?? 'month' })}
      />
      <Select
        label={t('reports.schedules.format')}
        data={sheetFormats.map((value) => ({ value, label: t(`files.formats.${value}`) }))}
        value={form.values.format}
        allowDeselect={false}
        onChange={(value) => form.change({ format: sheetFormats.find((one) => one === value) ?? 'xlsx' })}
      />
    </FormDialog>
  )
}

/** The scheduled reports of the person; nothing when there are none. */
export function SchedulePanel() {
  const { t } = useTranslation()
  const { where, next } = useScheduleWords()
  const columns = useColumns()
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(contract.reportSchedules.list, {}, signal),
  })
  if (!data || data.length === 0) return null
  return (
    <Panel title={t('reports.schedules.title')} count={data.length} flush>
      <DataTable
        label={t('reports.schedules.title')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        empty={null}
        phoneRow={(row) => (
          <ListRow
            top={t(`reports.modes.${row.mode}`)}
            bottom={`${t(`reports.schedules.every.${row.every}`)} · ${where(row)}`}
            right={<Acts schedule={row} />}
            rightBottom={next(row)}
          />
        )}
      />
    </Panel>
  )
}

/** Of which locations a report is, and when the next one comes. */
function useScheduleWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const where = ({ locations }: ReportSchedule) => {
    const count = locations?.split(',').length ?? 0
    return locations === null
      ? t('reports.schedules.everywhere')
      : t('reports.schedules.locations', { count, n: format.number(count) })
  }
  const next = ({ paused, next_on }: ReportSchedule) =>
    paused ? t('reports.schedules.paused') : format.when(new Date(startOf(next_on)), 'day')
  return { where, next }
}

function useColumns(): Column<ReportSchedule>[] {
  const { t } = useTranslation()
  const { where, next } = useScheduleWords()
  return [
    {
      key: 'report',
      head: t('reports.mode'),
      grows: true,
      cell: (row) => <TwoLines top={t(`reports.modes.${row.mode}`)} bottom={where(row)} />,
    },
    {
      key: 'every',
      head: t('reports.schedules.how'),
      cell: ({ every }) => t(`reports.schedules.every.${every}`),
    },
    {
      key: 'format',
      head: t('reports.schedules.format'),
      hideBelow: 'md',
      cell: (row) => t(`files.formats.${row.format}`),
    },
    { key: 'next', head: t('reports.schedules.next'), cell: next },
    {
      key: 'acts',
      head: t('reports.schedules.actsHead'),
      silent: true,
      align: 'right',
      cell: (row) => <Acts schedule={row} />,
    },
  ]
}

function Acts({ schedule }: { schedule: ReportSchedule }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [changing, setChanging] = useState(false)
  const { id, paused } = schedule
  const params = { id }
  const pausing = useChange({
    mutationFn: (next: boolean, idempotency) =>
      request(contract.reportSchedules.change, { params, body: { paused: next }, idempotency }),
    onSettled: changed,
  })
  const removing = useChange({
    mutationFn: (_: undefined, idempotency) =>
      request(contract.reportSchedules.remove, { params, idempotency }),
    onSettled: changed,
  })
  return (
    <>
      {(pausing.isError || removing.isError) && <FormError error={pausing.error ?? removing.error} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('reports.schedules.acts', { report: t(`reports.modes.${schedule.mode}`) })}
            loading={pausing.isPending || removing.isPending}
          >
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setChanging(true)}>{t('reports.schedules.change')}</Menu.Item>
          <Menu.Item onClick={() => pausing.mutate(!paused)}>
            {t(paused ? 'reports.schedules.resume' : 'reports.schedules.pause')}
          </Menu.Item>
          <Menu.Item onClick={() => removing.mutate(undefined)}>{t('reports.schedules.remove')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {changing && <ScheduleDialog schedule={schedule} onClose={() => setChanging(false)} />}
    </>
  )
}
