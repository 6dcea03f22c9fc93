import { Skeleton, Text } from '@mantine/core'
import { contract, type RefundRun, type RefundSelection } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { ReasonFields } from '../reason-fields.tsx'
import { refundReachQuery } from './refund-run-queries.ts'

interface RefundManyDialogProps {
  selection: RefundSelection
  onStarted: (run: RefundRun) => void
  onClose: () => void
}

/** Asks before the money of many orders goes back: how many they are, how much it is in all, and why. */
export function RefundManyDialog({ selection, onStarted, onClose }: RefundManyDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const reach = useQuery(refundReachQuery(selection))
  const seen = reach.data
  const start = useChange({
    mutationFn: (body: { reason: string; orders: number; amount: number }, idempotency) =>
      request(contract.refundRuns.start, { body: { selection, ...body }, idempotency }),
    onSuccess: onStarted,
    onError: () => void client.invalidateQueries({ queryKey: ['refunds', 'reach'] }),
  })
  return (
    <FormDialog
      title={t('payments.many.title')}
      action={
        seen && seen.orders > 0
          ? t('payments.many.action', { amount: format.money(seen.amount) })
          : t('payments.refund.action')
      }
      hurts
      body={seen && seen.orders > 0 && reason !== '' ? { reason, ...seen } : undefined}
      change={start}
      onClose={onClose}
    >
      {reach.isError ? (
        <ErrorState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : !seen ? (
        <Skeleton height={40} aria-busy="true" />
      ) : seen.orders === 0 ? (
        <Text size="md">{t('payments.many.nothing')}</Text>
      ) : (
        <>
          <Text size="md">
            {t('payments.many.text', {
              count: seen.orders,
              n: format.number(seen.orders),
              amount: format.money(seen.amount),
            })}
          </Text>
          <ReasonFields onChange={setReason} />
        </>
      )}
    </FormDialog>
  )
}
