import { Group, Text } from '@mantine/core'
import { contract, type WebhookMessageDetails } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Payload } from '../../../ui/words/payload.tsx'
import { MessageState } from './message-table.tsx'
import { messageQuery } from './webhook-queries.ts'
import classes from './webhooks.module.css'

interface MessageDialogProps {
  endpointId: number
  messageId: number
  /** messages are sent */
  isOn: boolean
  onClose: () => void
}

/** One message: how it stands, every attempt with its answer, what was sent, and a button that sends it again. */
export function MessageDialog({ endpointId, messageId, isOn, onClose }: MessageDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(messageQuery(endpointId, messageId))
  const message = query.data
  const again = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.webhookEndpoints.sendAgain, {
        params: { id: endpointId },
        body: { message_id: messageId },
        idempotency,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const isSendable = isOn && message?.body && message.state !== 'new' && message.state !== 'withheld'
  return (
    <Dialog onClose={onClose} title={message ? message.type : t('webhooks.message')} size={640}>
      {query.isError && !message && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {message && <Content message={message} />}
      {again.isError && <FormError error={again.error} />}
      {isSendable && (
        <Group justify="flex-end" mt="md">
          <ChangeButton loading={again.isPending} onClick={() => again.mutate()}>
            {t('webhooks.sendAgain')}
          </ChangeButton>
        </Group>
      )}
    </Dialog>
  )
}

function Content({ message }: { message: WebhookMessageDetails }) {
  const { t } = useTranslation()
  return (
    <div className={classes.content}>
      <Group gap="sm" role="status">
        <MessageState of={message} />
        {message.state === 'waiting' && message.attempts === 0 && (
          <Text size="sm">{t('webhooks.underWay')}</Text>
        )}
        {message.state === 'waiting' && message.attempts > 0 && message.due_at && (
          <Text size="sm">
            {t('webhooks.nextAt')} <When at={message.due_at} style="dayTime" />
          </Text>
        )}
      </Group>
      <section>
        <h3 className={classes.heading}>{t('webhooks.attempts')}</h3>
        {message.tries.length === 0 && <p className={classes.quiet}>{t('webhooks.noAttempt')}</p>}
        <ol className={classes.attempts}>
          {message.tries.toReversed().map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      </section>
      {message.body !== null && <Payload title={t('webhooks.sent')} value={prettyOf(message.body)} />}
    </div>
  )
}

function Attempt({ attempt }: { attempt: WebhookMessageDetails['tries'][number] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { at, status, answer, error, duration_ms: ms } = attempt
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <li className={classes.attempt}>
      <Group gap="sm" justify="space-between">
        <Badge tone={isGood ? 'green' : 'red'}>
          {status === null ? t('webhooks.noAnswer') : t('webhooks.status', { status })}
        </Badge>
        <span className={classes.quiet}>
          <When at={at} style="fullSeconds" /> · {t('webhooks.took', { ms: number(ms) })}
        </span>
      </Group>
      {error && <p className={classes.answer}>{error}</p>}
      {answer && <pre className={classes.answer}>{answer}</pre>}
    </li>
  )
}

/** JSON with its lines apart; the bytes that were sent have none. */
function prettyOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
