import { Button } from '@mantine/core'
import { contract, type WebhookEndpoint } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { ChangeEndpoint, type Made, RenewSecret, ShownSecret } from './endpoint-dialogs.tsx'
import { EndpointFacts } from './endpoint-facts.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import classes from './webhooks.module.css'

/** What is open above an endpoint. */
type Opened = { kind: 'change' | 'renew' | 'remove' } | { kind: 'made'; made: Made } | Sent | null
type Sent = { kind: 'message'; id: number }

interface EndpointViewProps {
  endpoint: WebhookEndpoint
  onBack: () => void
}

/** One address: how it stands, what it was sent, and all that can be done with it. */
export function EndpointView({ endpoint, onBack }: EndpointViewProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>(null)
  const { test, turn, remove } = useDeeds(endpoint.id, (id) => setOpened({ kind: 'message', id }), onBack)
  const failed = [test, turn, remove].find(({ isError }) => isError)
  return (
    <>
      <PageHeader
        title={endpoint.name}
        facts={<span className={classes.url}>{endpoint.url}</span>}
        onBack={onBack}
        actions={
          <>
            <Button variant="default" onClick={() => setOpened({ kind: 'change' })}>
              {t('webhooks.change')}
            </Button>
            <Button variant="default" onClick={() => setOpened({ kind: 'renew' })}>
              {t('webhooks.renew')}
            </Button>
            <ChangeButton
              variant="default"
              loading={turn.isPending}
              onClick={() => turn.mutate(!endpoint.on)}
            >
              {t(endpoint.on ? 'webhooks.turnOff' : 'webhooks.turnOn')}
            </ChangeButton>
            <Button variant="default" onClick={() => setOpened({ kind: 'remove' })}>
              {t('webhooks.remove')}
            </Button>
            {endpoint.on && (
              <ChangeButton loading={test.isPending} onClick={() => test.mutate()}>
                {t('webhooks.test')}
              </ChangeButton>
            )}
          </>
        }
      />
      {failed && <FormError error={failed.error} />}
      <EndpointFacts endpoint={endpoint} />
      <MessagesPanel endpoint={endpoint} onOpen={(id) => setOpened({ kind: 'message', id })} />
      <Above endpoint={endpoint} opened={opened} onOpen={setOpened} onRemove={() => remove.mutate()} />
    </>
  )
}

function useDeeds(id: number, onTested: (messageId: number) => void, onRemoved: () => void) {
  const client = useQueryClient()
  const params = { id }
  const onSettled = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  return {
    test: useChange({
      mutationFn: (_, idempotency) => request(contract.webhookEndpoints.test, { params, idempotency }),
      onSuccess: (message) => onTested(message.id),
      onSettled,
    }),
    turn: useChange({
      mutationFn: (on: boolean, idempotency) =>
        request(contract.webhookEndpoints.change, { params, body: { on }, idempotency }),
      onSettled,
    }),
    remove: useChange({
      mutationFn: (_, idempotency) => request(contract.webhookEndpoints.remove, { params, idempotency }),
      onSuccess: onRemoved,
      onSettled,
    }),
  }
}

interface AboveProps {
  endpoint: WebhookEndpoint
  opened: Opened
  onOpen: (next: Opened) => void
  onRemove: () => void
}

/** The dialog that is open. */
function Above({ endpoint, opened, onOpen, onRemove }: AboveProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: ['webhooks'] })
  const onClose = () => onOpen(null)
  const onMade = (made: Made) => {
    onOpen({ kind: 'made', made })
    refresh()
  }
  switch (opened?.kind) {
    case 'change':
      return <ChangeEndpoint old={endpoint} onChanged={refresh} onClose={onClose} />
    case 'renew':
      return <RenewSecret old={endpoint} onMade={onMade} onClose={onClose} />
    case 'made':
      return <ShownSecret made={opened.made} onClose={onClose} />
    case 'message':
      return (
        <MessageDialog
          endpointId={endpoint.id}
          messageId={opened.id}
          isOn={endpoint.on}
          onClose={() => {
            onClose()
            refresh()
          }}
        />
      )
    case 'remove':
      return (
        <ConfirmDialog
          opened
          title={t('webhooks.removeOf', { name: endpoint.name })}
          text={t('webhooks.removeText')}
          action={t('webhooks.remove')}
          onConfirm={onRemove}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}
