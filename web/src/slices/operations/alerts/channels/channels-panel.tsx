import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { type AlertChannel, contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { Badge } from '../../../../ui/figures/status.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconPlus, IconSend, IconTrash } from '../../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { channelsQuery } from '../alert-queries.ts'
import { ChannelDialog } from './channel-dialog.tsx'
import classes from './channels.module.css'

/** Webhooks and chats that rules may name; each can be tried at once. */
export function ChannelsPanel() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(channelsQuery)
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<AlertChannel | null>(null)
  const removing = useChange({
    mutationFn: (id: number) => request(contract.alerts.removeChannel, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  })
  return (
    <Panel
      title={t('alerts.channels.title')}
      count={query.data?.length || undefined}
      actions={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setAdding(true)}
        >
          {t('alerts.channels.add')}
        </Button>
      }
      flush
    >
      {removing.isError && <FormError error={removing.error} />}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <div className={classes.none} aria-busy="true">
          <Skeleton height={12} width="55%" />
        </div>
      )}
      {query.data?.length === 0 && <p className={classes.none}>{t('alerts.channels.none')}</p>}
      {query.data && query.data.length > 0 && (
        <ul className={classes.list} aria-label={t('alerts.channels.title')}>
          {query.data.map((channel) => (
            <Channel key={channel.id} channel={channel} onRemove={() => setRemoved(channel)} />
          ))}
        </ul>
      )}
      {adding && <ChannelDialog onClose={() => setAdding(false)} />}
      <ConfirmDialog
        opened={removed !== null}
        title={t('alerts.channels.removeOf', { name: removed?.name ?? '' })}
        text={t('alerts.channels.removeText')}
        action={t('alerts.remove')}
        onConfirm={() => removed && removing.mutate(removed.id)}
        onClose={() => setRemoved(null)}
      />
    </Panel>
  )
}

function Channel({ channel, onRemove }: { channel: AlertChannel; onRemove: () => void }) {
  const { t } = useTranslation()
  const { id, kind, name, target } = channel
  const test = useChange({
    mutationFn: () => request(contract.alerts.testChannel, { params: { id } }),
  })
  return (
    <li className={classes.channel}>
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.target}>
          {t(`alerts.${kind}.name`)} · {target}
        </p>
        <p className={classes.state}>
          <State of={channel} />
        </p>
        <div role="status">
          {test.data &&
            (test.data.error === null ? (
              <Badge tone="green">{t('alerts.channels.arrived')}</Badge>
            ) : (
              <Badge tone="red">{t('alerts.channels.notArrived', { error: test.data.error })}</Badge>
            ))}
        </div>
        {test.isError && <FormError error={test.error} />}
      </div>
      <div className={classes.deeds}>
        <ChangeButton
          variant="default"
          size="sm"
          leftSection={<IconSend size={16} stroke={1.75} />}
          aria-label={t('alerts.channels.testOf', { name })}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('alerts.channels.test')}
        </ChangeButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('alerts.channels.removeOf', { name })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </div>
    </li>
  )
}

/** How it goes with messages of rules. */
function State({ of: { error, failing_since, delivered_at } }: { of: AlertChannel }) {
  const { t } = useTranslation()
  if (error !== null)
    return (
      <>
        <Badge tone="red">{t('alerts.channels.failing')}</Badge> <Ago at={failing_since} /> · {error}
      </>
    )
  if (delivered_at === null) return <>{t('alerts.channels.unused')}</>
  return (
    <>
      <Badge tone="green">{t('alerts.channels.works')}</Badge> <Ago at={delivered_at} />
    </>
  )
}
