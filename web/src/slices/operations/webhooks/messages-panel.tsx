import { Button, Select } from '@mantine/core'
import {
  contract,
  type WebhookEndpoint,
  type WebhookMessageState,
  webhookMessageStates,
} from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { addDays, today } from '../../../api/days.ts'
import { useChange } from '../../../api/use-change.ts'
import { MoreButton } from '../../../ui/buttons/more-button.tsx'
import { DateRange } from '../../../ui/dates/date-range.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { MessageTable } from './message-table.tsx'
import { deadQuery, type MessageFilters, spanOf, useMessages } from './webhook-queries.ts'

interface MessagesPanelProps {
  endpoint: WebhookEndpoint
  onOpen: (messageId: number) => void
}

/** Everything that an endpoint was sent, with filters, and all that was given up to be sent again. */
export function MessagesPanel({ endpoint, onOpen }: MessagesPanelProps) {
  const { t } = useTranslation()
  const [filters, setFilters] = useState<MessageFilters>(() => ({
    state: null,
    type: null,
    from: addDays(today(), -6),
    to: today(),
  }))
  const [isSending, setSending] = useState(false)
  const query = useMessages(endpoint.id, filters)
  return (
    <Panel
      title={t('webhooks.messages')}
      flush
      filters={<Filters endpoint={endpoint} filters={filters} onChange={setFilters} />}
      actions={
        endpoint.on && (
          <Button variant="default" size="xs" onClick={() => setSending(true)}>
            {t('webhooks.sendDead')}
          </Button>
        )
      }
    >
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <MessageTable
          messages={query.messages}
          onOpen={({ id }) => onOpen(id)}
          empty={
            <EmptyState drawing="calm" title={t('webhooks.noMessages')} text={t('webhooks.noMessagesText')} />
          }
        />
      )}
      <MoreButton query={query} />
      {isSending && <SendDead endpoint={endpoint} days={filters} onClose={() => setSending(false)} />}
    </Panel>
  )
}

interface FiltersProps {
  endpoint: WebhookEndpoint
  filters: MessageFilters
  onChange: (filters: MessageFilters) => void
}

function Filters({ endpoint, filters, onChange }: FiltersProps) {
  const { t } = useTranslation()
  return (
    <>
      <DateRange
        from={filters.from}
        to={filters.to}
        onChange={(from, to) => onChange({ ...filters, from, to })}
      />
      <Select
        aria-label={t('webhooks.stateHead')}
        placeholder={t('webhooks.anyState')}
        data={webhookMessageStates.map((state) => ({
          value: state,
          label: t(`webhooks.messageState.${state}`),
        }))}
        value={filters.state}
        onChange={(state) => onChange({ ...filters, state: state as WebhookMessageState | null })}
        clearable
      />
      <Select
        aria-label={t('webhooks.event_')}
        placeholder={t('webhooks.anyEvent')}
        data={[...endpoint.events, 'webhook.test']}
        value={filters.type}
        onChange={(type) => onChange({ ...filters, type: type as MessageFilters['type'] })}
        clearable
        searchable
      />
    </>
  )
}

interface SendDeadProps {
  endpoint: WebhookEndpoint
  days: Pick<MessageFilters, 'from' | 'to'>
  onClose: () => void
}

/** Asks before all that was given up in the chosen days is sent again, and says how many they are. */
function SendDead({ endpoint: { id }, days, onClose }: SendDeadProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const dead = useQuery(deadQuery(id, days))
  const send = useChange({
    mutationFn: (body: { from: string; to: string }, idempotency) =>
      request(contract.webhookEndpoints.sendAgain, { params: { id }, body, idempotency }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const count = dead.data?.count
  return (
    <FormDialog
      title={t('webhooks.sendDead')}
      action={t('webhooks.sendCount', { count: count ?? 0 })}
      body={count ? spanOf(days) : undefined}
      change={send}
      onClose={onClose}
    >
      <p>{count === 0 ? t('webhooks.noDead') : t('webhooks.sendDeadText')}</p>
    </FormDialog>
  )
}
