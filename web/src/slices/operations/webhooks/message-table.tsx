import { UnstyledButton } from '@mantine/core'
import type { WebhookMessage, WebhookMessageState } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import classes from './webhooks.module.css'

const tones: Record<WebhookMessageState, Tone> = {
  new: 'cyan',
  waiting: 'orange',
  delivered: 'green',
  dead: 'red',
  withheld: 'gray',
}

export function MessageState({ of: { state } }: { of: Pick<WebhookMessage, 'state'> }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`webhooks.messageState.${state}`)}</Badge>
}

interface MessageTableProps {
  messages: WebhookMessage[] | undefined
  empty: ReactNode
  onOpen: (message: WebhookMessage) => void
}

/** What an endpoint was sent, newest first. */
export function MessageTable({ messages, empty, onOpen }: MessageTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('webhooks.messages')}
      columns={useColumns(onOpen)}
      rows={messages}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      empty={empty}
      phoneRow={(message) => (
        <UnstyledButton className={classes.phone!} onClick={() => onOpen(message)}>
          <ListRow
            top={message.type}
            bottom={<When at={message.created_at} style="dayTime" />}
            right={<MessageState of={message} />}
            rightBottom={<LastAnswer of={message} />}
          />
        </UnstyledButton>
      )}
    />
  )
}

function LastAnswer({ of: { attempts, status } }: { of: WebhookMessage }) {
  const { t } = useTranslation()
  if (attempts === 0) return t('webhooks.notTried')
  return status === null ? t('webhooks.noAnswer') : t('webhooks.status', { status })
}

function useColumns(onOpen: (message: WebhookMessage) => void): Column<WebhookMessage>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return [
    {
      key: 'type',
      head: t('webhooks.event_'),
      grows: true,
      cell: (message) => (
        <UnstyledButton className={classes.name!} onClick={() => onOpen(message)}>
          {message.type}
        </UnstyledButton>
      ),
    },
    {
      key: 'object',
      head: t('webhooks.object'),
      width: 200,
      hideBelow: 'md',
      cell: ({ object_id: id }) => <span className={classes.cut}>{id}</span>,
    },
    {
      key: 'state',
      head: t('webhooks.stateHead'),
      width: 150,
      cell: (message) => <MessageState of={message} />,
    },
    {
      key: 'answer',
      head: t('webhooks.lastAnswer'),
      width: 150,
      cell: (message) => <LastAnswer of={message} />,
    },
    {
      key: 'attempts',
      head: t('webhooks.attempts'),
      width: 100,
      align: 'right',
      cell: ({ attempts }) => number(attempts),
    },
    {
      key: 'created',
      head: t('webhooks.created'),
      width: 170,
      cell: ({ created_at: at }) => <When at={at} style="dayTime" />,
    },
  ]
}
