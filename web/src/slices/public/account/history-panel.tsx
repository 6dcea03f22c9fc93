import { Button, NativeSelect } from '@mantine/core'
import type { DriverOrder, DriverOrderDetails } from '@stationmaster/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { today } from '../../../api/days.ts'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './account.module.css'
import { accountActs, orderQuery, ordersQuery } from './account-query.ts'
import { Loading, PagedList } from './paged-list.tsx'
import { SaveFileButton } from './save-file-button.tsx'

/** What the driver has charged, with receipts, and a statement of each month. */
export function HistoryPanel() {
  const { t } = useTranslation()
  const orders = useInfiniteQuery(ordersQuery)
  return (
    <>
      <PagedList title={t('account.history.title')} empty={t('account.history.empty')} query={orders}>
        {(order) => <Order order={order} />}
      </PagedList>
      <Statement />
    </>
  )
}

function Order({ order }: { order: DriverOrder }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const { id, place, station_number: number, status, finished_at: finishedAt } = order
  return (
    <>
      <div className={classes.row}>
        <div>
          <p>{place.name}</p>
          <p className={classes.quiet}>
            <When at={order.started_at ?? order.created_at} />
          </p>
          <p className={classes.quiet}>
            {t('account.history.station', { number: stationNumber(number) })}
            {' · '}
            {t(`account.history.status.${status}`)}
          </p>
        </div>
        <div>
          <p className={classes.figure}>{format.money(order.paid)}</p>
          <p className={classes.quiet}>
            {t('account.history.energy', { energy: format.number(order.energy / 1000, 2) })}
          </p>
        </div>
      </div>
      {order.debt > 0 && <Debt order={order} />}
      <div className={classes.acts}>
        <Button
          variant="default"
          size="sm"
          aria-expanded={opened}
          aria-label={t('account.history.detailsOf', { id })}
          onClick={() => setOpened(!opened)}
        >
          {t(opened ? 'account.history.hide' : 'account.history.details')}
        </Button>
        {finishedAt !== null && (
          <SaveFileButton
            path={`me/orders/${id}/receipt?language=${format.language}`}
            label={t('account.history.receiptOf', { id })}
          >
            {t('account.history.receipt')}
          </SaveFileButton>
        )}
      </div>
      {opened && <Details id={id} />}
    </>
  )
}

/** What is still due of an order, and the way to its page, where it is paid. */
function Debt({ order: { id, debt } }: { order: DriverOrder }) {
  const { t } = useTranslation()
  const format = useFormat()
  const open = useChange({
    mutationFn: () => accountActs.payLink(id),
    onSuccess: ({ token }) => location.assign(`/pay/${token}`),
  })
  return (
    <>
      <p role="note">{t('account.history.debt', { amount: format.money(debt) })}</p>
      <ChangeButton size="sm" loading={open.isPending} onClick={() => open.mutate()}>
        {t('account.history.payDebt', { amount: format.money(debt) })}
      </ChangeButton>
      {open.isError && <FormError error={open.error} />}
    </>
  )
}

function Details({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(orderQuery(id))
  if (data) return <Facts order={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
}

const known = ['charging', 'parking', 'reservation'] as const

function Facts({ order }: { order: DriverOrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = (purpose: string, name: string | null) => {
    const one = known.find((word) => word === purpose)
    return name ?? t(one ? `account.history.part.${one}` : 'account.history.part.other')
  }
  const meter = (wh: number) => t('account.history.energy', { energy: format.number(wh / 1000, 3) })
  return (
    <dl className={`${classes.facts} ${classes.below}`}>
      <div>
        <dt>{t('account.history.order')}</dt>
        <dd>{order.id}</dd>
      </div>
      {order.meter_start !== null && order.meter_stop !== null && (
        <div>
          <dt>{t('account.history.meter')}</dt>
          <dd>
            {meter(order.meter_start)} – {meter(order.meter_stop)}
          </dd>
        </div>
      )}
      {order.payments.map(({ purpose, name, captured, refunded }) => (
        <div key={`${purpose} ${name}`}>
          <dt>{nameOf(purpose, name)}</dt>
          <dd>
            {format.money(captured)}
            {refunded > 0 && (
              <>
                <br />
                {t('account.history.refunded', { amount: format.money(refunded) })}
              </>
            )}
          </dd>
        </div>
      ))}
      {order.receipts.flatMap(({ id, mark }) =>
        mark
          ? [
              <div key={id}>
                <dt>{t('account.history.fiscal')}</dt>
                <dd>{mark.url ? <a href={mark.url}>{mark.document_number}</a> : mark.document_number}</dd>
              </div>,
            ]
          : [],
      )}
    </dl>
  )
}

/** How many months back a statement is offered for, this one included. */
const monthsOffered = 13

function Statement() {
  const { t } = useTranslation()
  const format = useFormat()
  const [year, monthNumber] = today().split('-').map(Number) as [number, number]
  const months = Array.from({ length: monthsOffered }, (_, back) => {
    const middle = new Date(Date.UTC(year, monthNumber - 1 - back, 15))
    return { value: middle.toISOString().slice(0, 7), label: format.month(middle) }
  })
  const [month, setMonth] = useState(months[0]?.value ?? '')
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.statement.title')}>
      <h2 className={classes.heading}>{t('account.statement.title')}</h2>
      <NativeSelect
        label={t('account.statement.month')}
        size="md"
        data={months}
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <div>
        <SaveFileButton path={`me/statements/${month}?language=${format.language}`}>
          {t('account.statement.action')}
        </SaveFileButton>
      </div>
    </section>
  )
}
