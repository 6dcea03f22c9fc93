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
import { DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './reconciliation.module.css'
import { useComparedDays, useMending } from './reconciliation-query.ts'

/** Nothing was paid at the provider, and nothing differs. */
const isIdle = ({ payments, theirs, ours, booked, unsettled, differences }: ComparedDay) =>
  [payments, theirs, ours, booked, unsettled, differences].every((one) => one === 0)

/** Day by day what the provider has, what we say that it has, and what of it is in the ledger; those who may act can compare a day again. */
export function DaysPanel({ acts }: { acts: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const query = useComparedDays()
  const [day, setDay] = useState(addDays(today(), -1))
  const [showsIdle, setShowsIdle] = useState(false)
  const busy = query.data?.filter((row) => !isIdle(row))
  const idle = (query.data?.length ?? 0) - (busy?.length ?? 0)
  const compare = useMending(() => request(contract.reconciliation.compare, { body: { day } }))
  const dayOf = (row: ComparedDay) => format.when(new Date(startOf(row.day)), 'day')
  const state = ({ differences }: ComparedDay) => (
    <span className={differences > 0 ? classes.differs : classes.agrees}>
      {differences > 0 ? format.number(differences) : t('reconciliation.agrees')}
    </span>
  )
  const money = (name: 'theirs' | 'ours' | 'booked' | 'unsettled') => ({
    key: name,
    head: t(`reconciliation.columns.${name}`, { currency: network.currencySign }),
    align: 'right' as const,
    cell: (row: ComparedDay) => <Money minor={row[name]} />,
  })
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
        <>
          <DataTable
            label={t('reconciliation.days')}
            rows={showsIdle ? query.data : busy}
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
                top={dayOf(row)}
                bottom={row.provider}
                right={<Money minor={row.theirs} unit />}
                rightBottom={state(row)}
              />
            )}
            columns={[
              {
                key: 'day',
                head: t('reconciliation.columns.day'),
                grows: true,
                cell: (row) => <TwoLines top={dayOf(row)} bottom={row.provider} />,
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
                cell: state,
              },
              {
                key: 'compared',
                head: t('reconciliation.columns.compared'),
                hideBelow: 'lg',
                cell: ({ compared_at }) => <When at={compared_at} style="dayTime" />,
              },
            ]}
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
      )}
    </Panel>
  )
}
