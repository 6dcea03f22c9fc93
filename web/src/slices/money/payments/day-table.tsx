import { Button, Skeleton } from '@mantine/core'
import { paymentMethodTypes } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf } from '../../../api/days.ts'
import { network } from '../../../api/network.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Quantity } from '../../../ui/figures/quantity.tsx'
import { TwoLines } from '../../../ui/tables/data-table.tsx'
import {
  type FoldingColumn,
  type FoldingRow,
  FoldingTable,
  useFolds,
} from '../../../ui/tables/folding-table.tsx'
import { amountOf, type LocationDay, type PaymentDay, revenueOf, totalOf, ways } from './day-groups.ts'
import { type ListedPayment, type PaymentFilter, useOpenPayments } from './payment-list.ts'

/** Rows scroll in a box of so many px: a month of a network is no longer than a screen. */
const boxPx = 620

type Sums = Pick<LocationDay, 'count' | 'energyWh' | 'amounts'>
/** What a row of figures is: sums, or one payment. */
type Figures = Sums | ListedPayment
type Line = FoldingRow<Figures>

interface DayTableProps {
  days: PaymentDay[]
  /** More of the last day may be still to come: its total is not shown yet, nor that of all days. */
  isWhole: boolean
  type: PaymentFilter | undefined
  /** An administrator opens the order behind a payment. */
  canOpen: boolean
  onRange: (last: number, count: number) => void
}

const keyOf = ({ day, location }: LocationDay): string => `${day} ${location.id}`

/** Days that open to their locations, and these to their payments; the sum of all stays in sight. */
export function DayTable({ days, isWhole, type, canOpen, onRange }: DayTableProps) {
  const { t } = useTranslation()
  const [open, toggle] = useFolds()
  const columns = useColumns()
  const groups = useMemo(() => days.flatMap(({ locations }) => locations), [days])
  const opened = groups.filter((group) => open.has(group.day) && open.has(keyOf(group)))
  const paymentRows = usePaymentRows(opened, type, canOpen)
  const format = useFormat()
  const rows = days.flatMap(({ day, locations }, index): Line[] => {
    const whole = isWhole || index < days.length - 1
    const name = format.when(new Date(startOf(day)), 'longDay')
    const head: Line = { key: day, depth: 0, name, row: whole ? totalOf(locations) : undefined, folds: true }
    if (!open.has(day)) return [head]
    return [
      head,
      ...locations.flatMap((group): Line[] => {
        const line: Line = {
          key: keyOf(group),
          depth: 1,
          name: <Place of={group} />,
          row: group,
          folds: true,
        }
        return open.has(line.key) ? [line, ...(paymentRows.get(line.key) ?? [])] : [line]
      }),
    ]
  })
  return (
    <FoldingTable
      label={t('payments.byDay')}
      head={t('payments.columns.dayAndLocation')}
      columns={columns}
      rows={rows}
      open={open}
      onToggle={toggle}
      total={isWhole ? { name: t('payments.total'), row: totalOf(groups) } : undefined}
      boxPx={boxPx}
      onRange={(last) => onRange(last, rows.length)}
    />
  )
}

function Place({ of: { location } }: { of: LocationDay }) {
  return <TwoLines top={location.name} bottom={[location.city, location.street].filter(Boolean).join(', ')} />
}

const isPayment = (figures: Figures): figures is ListedPayment => 'order_id' in figures

function useColumns(): FoldingColumn<Figures>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const sign = { currency: network.currencySign }
    const amount = (minor: number) => <Quantity value={minor / 100} decimals={2} light />
    const byWay = ways.map(
      ([name, type]): FoldingColumn<Figures> => ({
        key: name,
        head: t(`payments.columns.${name}`, sign),
        cell: (row) => (isPayment(row) ? null : amount(amountOf(row, type))),
        hideBelow: 'middle',
      }),
    )
    return [
      {
        key: 'sessions',
        head: t('payments.columns.sessions'),
        cell: (row) => (isPayment(row) ? <Method of={row} /> : format.number(row.count)),
        hideBelow: 'narrow',
      },
      {
        key: 'energy',
        head: t('payments.columns.energy'),
        cell: (row) => (
          <Quantity value={(isPayment(row) ? row.energy : row.energyWh) / 1000} decimals={3} light />
        ),
        hideBelow: 'narrow',
      },
      ...byWay,
      {
        key: 'revenue',
        head: t('payments.columns.revenue', sign),
        cell: (row) =>
          amount(
            isPayment(row)
              ? row.captured_amount - row.refunded_amount - row.charged_back_amount
              : revenueOf(row),
          ),
        strong: true,
      },
    ]
  }, [t, format])
}

function Method({ of }: { of: ListedPayment }) {
  const { t } = useTranslation()
  const type = paymentMethodTypes.find((known) => known === of.payment_method_type)
  return type ? t(`enums.paymentMethod.${type}`) : null
}

/** The payments of open locations, by the key of their row, with what stands there while they come, fail, or go on. */
function usePaymentRows(
  groups: LocationDay[],
  type: PaymentFilter | undefined,
  canOpen: boolean,
): Map<string, Line[]> {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map())
  const wanted = groups.map((group) => ({
    key: keyOf(group),
    filter: { from: group.day, to: group.day, locations: [group.location.id], type },
    pages: pages.get(keyOf(group)) ?? 1,
  }))
  const found = useOpenPayments(wanted)
  const said = (key: string, name: ReactNode): Line => ({ key, depth: 2, name })
  const button = (text: string, onClick: () => void) => (
    <Button variant="subtle" size="compact-xs" onClick={onClick}>
      {text}
    </Button>
  )
  return new Map(
    wanted.map(({ key, pages: shown }, index): [string, Line[]] => {
      // `found` has an answer for each of `wanted`
      const { payments, error, isPending, hasMore, retry } = found[index]!
      const rows = payments.map(
        (payment): Line => ({
          key: `payment ${payment.id}`,
          depth: 2,
          row: payment,
          name: <PaymentName key={payment.id} payment={payment} canOpen={canOpen} />,
        }),
      )
      if (error)
        rows.push(
          said(
            `${key} failed`,
            <>
              {errorText(error)} {button(t('common.retry'), retry)}
            </>,
          ),
        )
      if (isPending) rows.push(said(`${key} coming`, <Skeleton height={12} width="40%" aria-busy="true" />))
      if (hasMore) {
        const more = () => setPages((now) => new Map(now).set(key, shown + 1))
        rows.push(said(`${key} more`, button(t('common.loadMore'), more)))
      }
      return [key, rows]
    }),
  )
}

function PaymentName({ payment, canOpen }: { payment: ListedPayment; canOpen: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { user, rfid, station, connector } = payment
  const who = user ? `${user.first_name} ${user.last_name}`.trim() || user.phone : rfid
  const title = t('payments.order', { id: payment.order_id })
  const refunded =
    payment.refunded_amount > 0 && `${t('payments.refunded')} ${format.money(payment.refunded_amount)}`
  return (
    <TwoLines
      top={
        <>
          {canOpen ? (
            <Link to="/orders/$orderId/information" params={{ orderId: String(payment.order_id) }}>
              {title}
            </Link>
          ) : (
            title
          )}
          {' · '}
          <When at={payment.charging_start} style="time" />–
          <When at={payment.charging_finish} style="time" />
        </>
      }
      bottom={[`${stationNumber(station.number)} ${connector.type}`, who, refunded]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
