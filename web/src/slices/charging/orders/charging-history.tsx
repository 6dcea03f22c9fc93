import { Button, Menu } from '@mantine/core'
import { type OrderStatus, orderStatuses } from '@stationmaster/contract'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { endOf, startOf } from '../../../api/days.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { DateRange } from '../../../ui/dates/date-range.tsx'
import { LazyDownloadMenu } from '../../../ui/download/lazy-download-menu.tsx'
import { OrderStatusBadge } from '../../../ui/figures/status.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconChevronDown, IconFilter, IconX } from '../../../ui/pictures/icons.ts'
import { EmptyState, NoneFits } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { SearchField } from '../../../ui/tables/search-field.tsx'
import classes from './charging-history.module.css'
import { useHistoryColumns } from './history-columns.tsx'
import { OrderChoice, useChoiceColumn, useOrderChoice } from './order-choice.tsx'
import {
  finishedStatuses,
  type HistoryFilter,
  type Narrowing,
  type PastOrder,
  useOrderHistory,
} from './order-list.ts'
import { PartnerChoice } from './partner-choice.tsx'
import { PastOrderRow } from './past-order-row.tsx'

interface ChargingHistoryProps {
  filter: HistoryFilter
  /** Something differs from the default filters. */
  filtered: boolean
  onDays: (from: string, to: string) => void
  onSearch: (search: string | undefined) => void
  onStatuses: (statuses: OrderStatus[] | undefined) => void
  onNarrow: (narrowed: Narrowing) => void
  onReset: () => void
  canOpen: boolean
  /** Administrators see what parking after the charge cost. */
  showsIdle: boolean
  /** Whether orders can be selected, to refund them. */
  chooses: boolean
  /** The page's actions on selected orders, or on all that are found if none is selected. */
  renderActs: ((chosen: readonly number[], onDone: () => void) => ReactNode) | undefined
}

/** Every order of a period, newest first, by search, days and status. */
export function ChargingHistory(props: ChargingHistoryProps) {
  const { filter, filtered, onReset, canOpen, showsIdle, chooses, renderActs } = props
  const { t } = useTranslation()
  const navigate = useNavigate()

  const query = useOrderHistory(filter)
  const { choice, chosen, clear } = useOrderChoice(query.orders)
  const choiceColumn = useChoiceColumn(query.orders)
  const all = useHistoryColumns(canOpen, showsIdle)
  const columns = chooses ? [choiceColumn, ...all] : all
  const open = (order: PastOrder) =>
    void navigate({ to: '/orders/$orderId/information', params: { orderId: String(order.id) } })
  return (
    <Panel
      title={t('dashboard.history.title')}
      count={query.orders && query.total}
      flush
      actions={
        <>
          {chooses && renderActs?.(chosen, clear)}
          <HistoryDownload filter={filter} />
        </>
      }
      filters={<Filters {...props} first={query.isPlaceholderData ? undefined : query.orders?.[0]} />}
    >
      {query.isError && !query.orders ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
          <OrderChoice value={choice}>
            <DataTable
              label={t('dashboard.history.title')}
              columns={columns}
              rows={query.orders}
              rowKey={(order) => order.id}
              onOpen={canOpen ? open : undefined}
              phoneRow={(order) => <PastOrderRow order={order} canOpen={canOpen} />}
              skeletonRows={8}
              empty={<Empty filtered={filtered} onReset={onReset} />}
            />
          </OrderChoice>
          {query.orders && query.orders.length > 0 && <LoadMore shown={query.orders.length} query={query} />}
        </div>
      )}
    </Panel>
  )
}

/** No session fits the filters, or there is none yet. */
function Empty({ filtered, onReset }: Pick<ChargingHistoryProps, 'filtered' | 'onReset'>) {
  const { t } = useTranslation()
  if (!filtered)
    return (
      <EmptyState
        drawing="search"
        title={t('dashboard.history.empty')}
        text={t('dashboard.history.emptyText')}
      />
    )
  return (
    <NoneFits
      title={t('dashboard.history.emptyFiltered')}
      clear={t('dashboard.history.emptyAction')}
      onClear={onReset}
    />
  )
}

/** The file of all orders that a filter finds. */
function HistoryDownload({ filter }: { filter: HistoryFilter }) {
  const { failed, station, connector, ...same } = filter.narrowed ?? {}
  return (
    <LazyDownloadMenu
      report={{
        what: 'orders',
        from: startOf(filter.from),
        to: endOf(filter.to),
        search: filter.search,
        statuses: (filter.statuses ?? finishedStatuses).join(','),
        locationIds: filter.locations?.join(','),
        failed: failed?.join(','),
        station_id: station,
        connector_id: connector,
        ...same,
      }}
    />
  )
}

function Filters({ first, ...props }: ChargingHistoryProps & Pick<NarrowedProps, 'first'>) {
  const { t } = useTranslation()
  const { filter } = props
  return (
    <>
      <SearchField
        className={classes.search}
        value={filter.search ?? ''}
        placeholder={t('dashboard.history.search')}
        onSearch={(search) => props.onSearch(search || undefined)}
      />
      <DateRange from={filter.from} to={filter.to} onChange={props.onDays} />
      <StatusFilter chosen={filter.statuses ?? []} onChange={props.onStatuses} />
      <PartnerChoice
        chosen={filter.narrowed?.partner}
        onChange={(partner) => props.onNarrow({ ...filter.narrowed, partner })}
      />
      <Narrowed narrowed={filter.narrowed ?? {}} first={first} onNarrow={props.onNarrow} />
      {props.filtered && (
        <Button variant="subtle" color="gray" px={10} onClick={props.onReset}>
          {t('common.reset')}
        </Button>
      )}
    </>
  )
}

interface NarrowedProps {
  narrowed: Narrowing
  /** gives the name for a connector's number */
  first: PastOrder | undefined
  onNarrow: (narrowed: Narrowing) => void
}

/** The filters of the list, each with a button that removes it. */
function Narrowed({ narrowed, first, onNarrow }: NarrowedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { failed, station, connector, model, firmware, hourOfWeek } = narrowed
  const place =
    first && `${stationNumber(first.station.number)} · ${first.connector.number} ${first.connector.type}`
  const words: [keyof Narrowing, string | undefined | false][] = [
    [
      'failed',
      // one stage is named
      failed && (failed.length === 1 ? t(`insight.stage.${failed[0]!}`) : t('dashboard.history.failed')),
    ],
    ['station', station],
    ['connector', connector !== undefined && (place ?? t('dashboard.history.connector', { id: connector }))],
    ['model', model],
    ['firmware', firmware && t('dashboard.history.firmware', { version: firmware })],
    ['hourOfWeek', hourOfWeek !== undefined && format.hourOfWeek(hourOfWeek)],
  ]
  return words.map(
    ([name, word]) =>
      word && (
        <Button
          key={name}
          variant="light"
          px={10}
          rightSection={<IconX size={14} stroke={1.75} aria-hidden />}
          aria-label={t('dashboard.history.takeOff', { name: word })}
          onClick={() => onNarrow({ ...narrowed, [name]: undefined })}
        >
          {word}
        </Button>
      ),
  )
}

interface StatusFilterProps {
  chosen: OrderStatus[]
  onChange: (statuses: OrderStatus[] | undefined) => void
}

function StatusFilter({ chosen, onChange }: StatusFilterProps) {
  const { t } = useTranslation()
  const [only] = chosen
  const label =
    chosen.length === 1 && only
      ? t(`enums.orderStatus.${only}`)
      : t('dashboard.history.statuses', { count: chosen.length, n: chosen.length })
  const toggle = (status: OrderStatus, on: boolean) => {
    const next = orderStatuses.filter((each) => (each === status ? on : chosen.includes(each)))
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          {chosen.length === 0 ? t('dashboard.history.finished') : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('dashboard.history.status')}>
        {orderStatuses.map((status) => (
          <Menu.CheckboxItem
            key={status}
            checked={chosen.includes(status)}
            onChange={(on) => toggle(status, on)}
          >
            <OrderStatusBadge status={status} />
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
