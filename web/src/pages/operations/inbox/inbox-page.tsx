import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { CurveOfOrder } from '../../../slices/charging/orders/curve/curve-of-order.tsx'
import { AttentionItems } from '../../../slices/figures/statistics/attention/attention.tsx'
import { isOfStations } from '../../../slices/figures/statistics/attention/attention-rest.ts'
import { useNetwork } from '../../../slices/figures/statistics/statistics-queries.ts'
import { useDifferences } from '../../../slices/money/reconciliation/reconciliation-query.ts'
import { AllWell } from '../../../slices/operations/inbox/all-well.tsx'
import { DebtItem } from '../../../slices/operations/inbox/debts/debt-item.tsx'
import { DifferencePanel } from '../../../slices/operations/inbox/difference-panel.tsx'
import classes from '../../../slices/operations/inbox/inbox-item.module.css'
import {
  useBorne,
  useDebts,
  useDifferingSettlements,
  useFailedReceipts,
  useGaps,
  useReceiptsWithoutSeller,
  useReporting,
  useRequestedLocations,
  useReviews,
  useRootNeeds,
  useTerminalPayments,
  useUnmatched,
  useWaiting,
  useWaitingOwners,
  useWords,
} from '../../../slices/operations/inbox/inbox-query.ts'
import { NoSellerItem } from '../../../slices/operations/inbox/no-seller-item.tsx'
import { OwnerItem } from '../../../slices/operations/inbox/owner-item.tsx'
import { ReceiptItem } from '../../../slices/operations/inbox/receipt-item.tsx'
import { ReportedItem } from '../../../slices/operations/inbox/reported-item.tsx'
import { RequestedLocationItem } from '../../../slices/operations/inbox/requested-location-item.tsx'
import { RootItem } from '../../../slices/operations/inbox/root-item.tsx'
import { BorneItem } from '../../../slices/operations/inbox/sessions/borne-item.tsx'
import { GapItem } from '../../../slices/operations/inbox/sessions/gap-item.tsx'
import { ReviewItem } from '../../../slices/operations/inbox/sessions/review-item.tsx'
import { TerminalPaymentItem } from '../../../slices/operations/inbox/sessions/terminal-payment-item.tsx'
import { UnmatchedItem } from '../../../slices/operations/inbox/sessions/unmatched-item.tsx'
import { SettlementItem } from '../../../slices/operations/inbox/settlement-item.tsx'
import { WordItem } from '../../../slices/operations/inbox/word-item.tsx'
import { IncidentLine } from '../../../slices/operations/incidents/incident-line.tsx'
import { useOpenIncidents } from '../../../slices/operations/incidents/incident-queries.ts'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import page from './inbox-page.module.css'

/** The inbox: stations that need attention, and what the network could not decide by itself. */
export function InboxPage() {
  const { t } = useTranslation()
  const canPrice = useManager()?.role === 'administrator'
  return (
    <div className={page.page}>
      <PageHeader title={t('inbox.title')} facts={t('inbox.intro')} />
      <OpenIncidents />
      <StationsInNeed />
      <Reviews canPrice={canPrice} />
      <Transactions canPrice={canPrice} />
      <Debts canDecide={canPrice} />
      <Borne canDecide={canPrice} />
      <TerminalPayments canDecide={canPrice} />
      <Gaps canDecide={canPrice} />
      <Reporting />
      <Feedback />
      {canPrice && <WaitingOwners />}
      {canPrice && <RequestedLocations />}
      {canPrice && <FailedReceipts />}
      {canPrice && <DifferingSettlements />}
      {canPrice && <NeededRoots />}
      {canPrice && <ProviderDifferences />}
      {canPrice && <DifferencePanel />}
    </div>
  )
}

/** Leads to what goes wrong in many places at once; nothing while nothing does. */
function OpenIncidents() {
  const { t } = useTranslation()
  const incidents = useOpenIncidents(true)
  if (incidents.open === 0) return null
  return (
    <Panel title={t('incidents.title')} count={incidents.open} flush>
      <IncidentLine {...incidents} />
    </Panel>
  )
}

/** Stations that need attention, and roll-outs. */
function StationsInNeed() {
  const { t } = useTranslation()
  const waiting = useWaiting()
  const stations = useNetwork(undefined).data?.attention.filter(isOfStations)
  return (
    <Panel
      title={t('inbox.stations')}
      count={stations && (waiting?.stations ?? 0) + (waiting?.rollouts ?? 0)}
      flush
    >
      {stations?.length === 0 ? (
        <AllWell>{t('inbox.noStations')}</AllWell>
      ) : (
        <ul className={classes.list} aria-busy={!stations}>
          <AttentionItems items={stations ?? []} canOpenOrders />
        </ul>
      )}
    </Panel>
  )
}

/** Sessions whose price somebody must decide. */
function Reviews({ canPrice }: { canPrice: boolean }) {
  const { t } = useTranslation()
  const reviews = useReviews()
  return (
    <Queue title={t('inbox.reviews')} query={reviews} empty={t('inbox.noReviews')}>
      {reviews.items?.map((item) => (
        <ReviewItem
          key={item.order_id}
          item={item}
          canPrice={canPrice}
          curve={<CurveOfOrder orderId={item.order_id} />}
        />
      ))}
    </Queue>
  )
}

/** Transactions of stations that no order is known for. */
function Transactions({ canPrice }: { canPrice: boolean }) {
  const { t } = useTranslation()
  const unmatched = useUnmatched()
  return (
    <Queue title={t('inbox.transactions')} query={unmatched} empty={t('inbox.noTransactions')}>
      {unmatched.items?.map((item) => (
        <UnmatchedItem key={item.id} item={item} canPrice={canPrice} />
      ))}
    </Queue>
  )
}

interface DecidingProps {
  canDecide: boolean
}

/** What drivers still owe. */
function Debts({ canDecide }: DecidingProps) {
  const { t } = useTranslation()
  const debts = useDebts()
  return (
    <Queue title={t('inbox.debts')} query={debts} empty={t('inbox.noDebts')}>
      {debts.items?.map((item) => (
        <DebtItem key={`${item.order_id} ${item.purpose}`} item={item} canDecide={canDecide} />
      ))}
    </Queue>
  )
}

/** Sessions that the network has paid for itself. */
function Borne({ canDecide }: DecidingProps) {
  const { t } = useTranslation()
  const borne = useBorne()
  return (
    <Queue title={t('inbox.borne.title')} query={borne} empty={t('inbox.borne.none')}>
      {borne.items?.map((item) => (
        <BorneItem key={item.order_id} item={item} canDecide={canDecide} />
      ))}
    </Queue>
  )
}

/** What terminals of stations have taken and fits no order. */
function TerminalPayments({ canDecide }: DecidingProps) {
  const { t } = useTranslation()
  const payments = useTerminalPayments()
  return (
    <Queue
      title={t('inbox.terminalPayments.title')}
      query={payments}
      empty={t('inbox.terminalPayments.none')}
    >
      {payments.items?.map((item) => (
        <TerminalPaymentItem key={item.id} item={item} canDecide={canDecide} />
      ))}
    </Queue>
  )
}

/** Models whose stations lose messages. */
function Gaps({ canDecide }: DecidingProps) {
  const { t } = useTranslation()
  const gaps = useGaps()
  return (
    <Queue title={t('inbox.gaps.title')} query={gaps} empty={t('inbox.gaps.none')}>
      {gaps.items?.map((item) => (
        <GapItem key={`${item.vendor_name} ${item.model}`} item={item} canDecide={canDecide} />
      ))}
    </Queue>
  )
}

/** Stations that report other connectors than are entered. */
function Reporting() {
  const { t } = useTranslation()
  const reporting = useReporting()
  return (
    <Queue title={t('inbox.reported.title')} query={reporting} empty={t('inbox.reported.none')}>
      {reporting.items?.map((item) => (
        <ReportedItem key={item.station_id} item={item} />
      ))}
    </Queue>
  )
}

/** Feedback that nobody has seen. */
function Feedback() {
  const { t } = useTranslation()
  const words = useWords()
  return (
    <Queue title={t('feedback.unseen')} query={words} empty={t('feedback.allSeen')}>
      {words.items?.map((item) => (
        <WordItem key={item.id} item={item} />
      ))}
    </Queue>
  )
}

/** Differences with the payment provider, which another screen resolves. */
function ProviderDifferences() {
  const { t } = useTranslation()
  const open = useDifferences().data?.filter(({ explanation }) => explanation === null)
  if (!open) return null
  return (
    <Panel title={t('reconciliation.page')} count={open.length} flush>
      {open.length === 0 ? (
        <AllWell>{t('reconciliation.noDifferences')}</AllWell>
      ) : (
        <p className={classes.item}>
          <Link to="/reconciliation">{t('reconciliation.differences')}</Link>
        </p>
      )}
    </Panel>
  )
}

/** Owners who have added locations themselves and wait for admission. */
function WaitingOwners() {
  const { t } = useTranslation()
  const owners = useWaitingOwners()
  return (
    <Queue title={t('owners.inbox.title')} query={owners} empty={t('owners.inbox.none')}>
      {owners.items?.map((item) => (
        <OwnerItem key={item.id} item={item} />
      ))}
    </Queue>
  )
}

/** Locations that managers have requested. */
function RequestedLocations() {
  const { t } = useTranslation()
  const requests = useRequestedLocations()
  return (
    <Queue title={t('owners.request.inbox')} query={requests} empty={t('owners.request.none')}>
      {requests.items?.map((item) => (
        <RequestedLocationItem key={item.manager_id} item={item} />
      ))}
    </Queue>
  )
}

function FailedReceipts() {
  const { t } = useTranslation()
  const receipts = useFailedReceipts()
  const { total = 0, since = null } = useReceiptsWithoutSeller().data ?? {}
  return (
    <Queue
      title={t('receipts.failed')}
      query={receipts}
      empty={t('receipts.noFailed')}
      first={since !== null && <NoSellerItem total={total} since={since} />}
    >
      {receipts.items?.map((item) => (
        <ReceiptItem key={item.id} item={item} />
      ))}
    </Queue>
  )
}

/** Months of roaming partners whose lists differ from our bills. */
function DifferingSettlements() {
  const { t } = useTranslation()
  const settlements = useDifferingSettlements()
  return (
    <Queue title={t('inbox.settlements.title')} query={settlements} empty={t('inbox.settlements.none')}>
      {settlements.items?.map((item) => (
        <SettlementItem key={`${item.partner_id} ${item.month}`} item={item} />
      ))}
    </Queue>
  )
}

/** Roots of Plug & Charge; nothing where no station does it. */
function NeededRoots() {
  const { t } = useTranslation()
  const roots = useRootNeeds()
  if (!roots.items?.length) return null
  return (
    <Queue title={t('inbox.roots.title')} query={roots} empty="">
      {roots.items.map((item) => (
        <RootItem key={`${item.kind} ${item.id}`} item={item} />
      ))}
    </Queue>
  )
}

interface QueueProps {
  title: string
  query: ReturnType<
    | typeof useReviews
    | typeof useUnmatched
    | typeof useDebts
    | typeof useBorne
    | typeof useTerminalPayments
    | typeof useGaps
    | typeof useReporting
    | typeof useFailedReceipts
    | typeof useWords
    | typeof useWaitingOwners
    | typeof useRequestedLocations
    | typeof useDifferingSettlements
    | typeof useRootNeeds
  >
  empty: string
  /** what stands above the list, whatever is in it */
  first?: ReactNode
  children: ReactNode
}

function Queue({ title, query, empty, first = null, children }: QueueProps) {
  const shown = query.items?.length
  return (
    <Panel title={title} count={query.items && query.total} flush>
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : shown === undefined ? (
        <div className={classes.item} aria-busy="true">
          <Skeleton height={12} width="60%" />
        </div>
      ) : shown === 0 && !first ? (
        <AllWell>{empty}</AllWell>
      ) : (
        <>
          <ul className={classes.list}>
            {first}
            {children}
          </ul>
          <LoadMore shown={shown} query={query} />
        </>
      )}
    </Panel>
  )
}
