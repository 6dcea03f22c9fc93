import { Skeleton } from '@mantine/core'
import { contract, type PartnerQueue, type RoamingPartner } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { Dash } from '../../../../ui/figures/quantity.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { queueQuery, useReloadRoaming } from '../partner-queries.ts'
import classes from '../partners.module.css'

/** What a partner is still to be sent, and what was given up, which can be sent again. */
export function QueuePanel({ partner: { id } }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const query = useQuery(queueQuery(id))
  const queue = query.data
  const send = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.partnerQueue.sendAgain, { params: { id }, body: {}, idempotency }),
    onSuccess: reload,
  })
  const isHeldUp = queue !== undefined && (queue.dead > 0 || queue.failures > 0)
  return (
    <Panel
      title={t('roaming.queue.title')}
      actions={
        isHeldUp && (
          <ChangeButton size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
            {t('roaming.queue.send')}
          </ChangeButton>
        )
      }
    >
      {send.isError && <FormError error={send.error} />}
      {queue ? (
        <Figures queue={queue} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={72} />
      )}
    </Panel>
  )
}

function Figures({ queue }: { queue: PartnerQueue }) {
  const { t } = useTranslation()
  const format = useFormat()
  const none = <Dash label={t('common.noValue')} />
  const { waiting, dead, oldest_at: oldest, delivered_at: delivered, next_at: next, error } = queue
  return (
    <>
      <div className={classes.facts}>
        <Facts>
          <Fact name={t('roaming.queue.waiting')}>{format.number(waiting)}</Fact>
          <Fact name={t('roaming.queue.dead')}>
            <span className={dead > 0 ? classes.bad : undefined}>{format.number(dead)}</span>
          </Fact>
        </Facts>
        <Facts>
          <Fact name={t('roaming.queue.delivered')}>
            <Ago at={delivered} />
          </Fact>
          <Fact name={t('roaming.queue.oldest')}>{oldest ? <Ago at={oldest} /> : none}</Fact>
          {next && (
            <Fact name={t('roaming.queue.next')}>
              <When at={next} style="dayTime" />
            </Fact>
          )}
        </Facts>
      </div>
      {error && <p className={classes.problem}>{error}</p>}
    </>
  )
}
