import { contract, type OrderDetails } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { IconArrowUp } from '../../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { orderDetailsQuery } from './details-query.ts'

/** Asks the station to let an order come before others, or no longer; the component with the mutation shows the answer. */
export function usePriority(id: number) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (active: boolean, idempotency) =>
      request(contract.orders.prioritize, { params: { id }, body: { active }, idempotency }),
    onSettled: () => client.invalidateQueries({ queryKey: orderDetailsQuery(id).queryKey }),
  })
}

type Priority = ReturnType<typeof usePriority>

/** Gives a session priority at its station, or takes it away. */
export function PriorityButton({ order, change }: { order: OrderDetails; change: Priority }) {
  const { t } = useTranslation()
  const isFirst = order.priority !== null
  return (
    <ChangeButton
      variant="default"
      leftSection={isFirst ? undefined : <IconArrowUp size={16} stroke={1.75} />}
      title={isFirst ? undefined : t('order.priority.hint')}
      disabled={!order.station_online}
      loading={change.isPending}
      onClick={() => change.mutate(!isFirst)}
    >
      {t(isFirst ? 'order.priority.off' : 'order.priority.on')}
    </ChangeButton>
  )
}

/** What the station has answered to that. */
export function PriorityAnswer({ change }: { change: Priority }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (change.isSuccess)
    return (
      <CommandAnswer good onClose={change.reset}>
        {t(change.data.active ? 'order.priority.started' : 'order.priority.ended')}
      </CommandAnswer>
    )
  if (!change.isError) return null
  return (
    <CommandAnswer good={false} onClose={change.reset}>
      {t('order.priority.failed', { error: errorText(change.error) })}
    </CommandAnswer>
  )
}
