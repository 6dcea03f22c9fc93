import { Button } from '@mantine/core'
import { type ComparedDay, contract } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { addDays, startOf, today } from '../../../api/days.ts'
import { network } from '../../../api/network.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { DayField } from '../../../ui/fields/day-field.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './reconciliation.module.css'
import { useComparedDays, useMending } from './reconciliation-query.ts'

/** Nothing was paid at the provider, and nothing differs. */
const isIdle = ({ payments, theirs, ours, booked, unsettled, differences }: ComparedDay) =>
  [payments, theirs, ours, booked, unsettled, differences].every((one) => one === 0)

/** Day by day what the provider has, what we say that it has, and what of it is in the ledger; those who may act can compare a day again. */
export function DaysPanel({ acts }: { acts: boolean }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const query = useComparedDays()
  const [day, setDay] = useState(addDays(today(), -1))
  const compare = useMending(() => request(contract.reconciliation.compare, { body: { day } }))
  return (
    <Panel
      title={t('reconciliation.days')}
      flush
      actions={
        acts && (
          <form
            className={classes.compare}
            onSubmit={(event) => {
              event.preventDefault()
              compare.mutate(undefined)
            }}
          >
            <DayField label={t('reconciliation.columns.day')} value={day} max={today()} onChange={setDay} />
            <ChangeButton type="submit" size="xs" variant="default" loading={compare.isPending}>
              {t('reconciliation.compare')}
            </ChangeButton>
          </form>
        )
      }
    >
      {compare.isError && (
        <CommandAnswer good={false} onClose={compare.reset}>
          {errorText(compare.error)}
        </CommandAnswer>
      )}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DayTable days={query.data} />
      )}
    </Panel>
  )
}

/** The days with payments or differences; the others are shown on demand. */
function DayTable({ days }: { days: ComparedDay[] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns = useDayColumns()
  const dayName = useDayName()
  const [showsIdle, setShowsIdle] = useState(false)
  const busy = days?.filter((row) => !isIdle(row))
  const idle = (days?.length ?? 0) - (busy?.length ?? 0)
  return (
    <>
      <DataTable
        label={t('reconciliation.days')}
        rows={showsIdle ? days : busy}
        rowKey={(row) => `${row.day} ${row.provider}`}
        skeletonRows={3}
        empty={
          <EmptyState
            drawing="calm"
            title={t(idle > 0 ? 'reconciliation.onlyIdle' : 'reconciliation.never')}
            text={t('reconciliation.neverText')}
          />
        }
        phoneRow={(row) => (
          <ListRow
            top={dayName(row)}
            bottom={row.provider}
            right={<Money minor={row.theirs} unit />}
            rightBottom={<Differences count={row.differences} />}
          />
        )}
        columns={columns}
      />
      {idle > 0 && (
        <p className={classes.idle}>
          {t('reconciliation.idle', { count: idle, n: format.number(idle) })}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsIdle(!showsIdle)}>
            {t(showsIdle ? 'reconciliation.hideIdle' : 'reconciliation.showIdle')}
          </Button>
        </p>
      )}
    </>
  )
}

function useDayName() {
  const format = useFormat()
  return ({ day }: ComparedDay) => format.when(new Date(startOf(day)), 'day')
}

function useDayColumns(): Column<ComparedDay>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const dayName = useDayName()
  const money = (name: 'theirs' | 'ours' | 'booked' | 'unsettled') => ({
    key: name,
    head: t(`reconciliation.columns.${name}`, { currency: network.currencySign }),
    align: 'right' as const,
    cell: (row: ComparedDay) => <Money minor={row[name]} />,
  })
  return [
    {
      key: 'day',
      head: t('reconciliation.columns.day'),
      grows: true,
      cell: (row) => <TwoLines top={dayName(row)} bottom={row.provider} />,
    },
    {
      key: 'payments',
      head: t('reconciliation.columns.payments'),
      align: 'right',
      cell: (row) => format.number(row.payments),
    },
    money('theirs'),
    money('ours'),
    money('booked'),
    money('unsettled'),
    {
      key: 'differences',
      head: t('reconciliation.columns.differences'),
      align: 'right',
      cell: ({ differences }) => <Differences count={differences} />,
    },
    {
      key: 'compared',
      head: t('reconciliation.columns.compared'),
      hideBelow: 'lg',
      cell: ({ compared_at }) => <When at={compared_at} style="dayTime" />,
    },
  ]
}

function Differences({ count }: { count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className={count > 0 ? classes.differs : classes.agrees}>
      {count > 0 ? format.number(count) : t('reconciliation.agrees')}
    </span>
  )
}
