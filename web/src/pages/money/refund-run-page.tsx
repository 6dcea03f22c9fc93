import { contract, type RefundRun } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/calls/request.ts'
import { useChange } from '../../api/use-change.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { isOver, refundRunQuery } from '../../slices/money/payments/refunds/refund-run-queries.ts'
import {
  progressOf,
  RefundBar,
  RefundRunTable,
} from '../../slices/money/payments/refunds/refund-run-table.tsx'
import { StopButton } from '../../ui/buttons/stop-button.tsx'
import { Badge } from '../../ui/figures/status.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { OrderLink } from '../charging/order-link.tsx'
import { RunFrame, RunPage } from '../frame/run-frame.tsx'

const route = getRouteApi('/app/refund-runs/$runId')

/** Refunds of many orders at once: how far they are, and what came of each. */
export function RefundRunPage() {
  const { t } = useTranslation()
  const { runId } = route.useParams()
  const query = useQuery(refundRunQuery(Number(runId)))
  return (
    <RunPage title={t('payments.many.title')} backTo="/dashboard" query={query}>
      {(run) => <Run run={run} />}
    </RunPage>
  )
}

function Run({ run }: { run: RefundRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const cancel = useChange({
    mutationFn: () => request(contract.refundRuns.cancel, { params: { id: run.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['refunds'] }),
  })
  const { waiting } = run.counts
  const state = isOver(run) ? (run.canceled_at ? 'canceled' : 'over') : 'running'
  return (
    <RunFrame
      title={t('payments.many.title')}
      backTo="/dashboard"
      facts={t('payments.many.facts', {
        count: run.orders,
        n: format.number(run.orders),
        amount: format.money(run.amount),
      })}
      by={run.by}
      at={run.created_at}
      detail={run.reason}
      actions={
        <>
          {waiting > 0 && (
            <StopButton
              action={t('payments.many.cancel')}
              title={t('payments.many.cancelTitle')}
              text={t('payments.many.cancelText', { count: waiting, n: format.number(waiting) })}
              loading={cancel.isPending}
              onStop={() => cancel.mutate()}
            />
          )}
          {cancel.isError && <FormError error={cancel.error} />}
        </>
      }
      state={
        <Badge
          tone={state === 'running' ? 'blue' : state === 'over' ? 'green' : 'gray'}
          live={state === 'running'}
        >
          {t(`payments.many.state.${state}`)}
        </Badge>
      }
      bar={<RefundBar run={run} />}
      {...progressOf(run)}
      notes={null}
      counts={null}
    >
      <RefundRunTable run={run} orderLink={(id) => <OrderLink id={id} />} />
    </RunFrame>
  )
}
