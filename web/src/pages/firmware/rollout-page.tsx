import { Button, Skeleton } from '@mantine/core'
import type { FirmwareState, Rollout } from '@stationmaster/contract'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import {
  rolloutQuery,
  useFirmwareActions,
  useRolloutStations,
} from '../../slices/firmware/firmware-queries.ts'
import { RolloutBadge, RolloutBar, StateFilter } from '../../slices/firmware/states.tsx'
import { StationTable } from '../../slices/firmware/station-table.tsx'
import { ChangeButton } from '../../ui/change-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { When } from '../../ui/when.tsx'
import classes from './firmware-page.module.css'

const route = getRouteApi('/app/firmware/$rolloutId')

/** One roll-out: how far it is, and how far each of its stations. */
export function RolloutPage() {
  const { t } = useTranslation()
  const { rolloutId } = route.useParams()
  const rollout = useQuery(rolloutQuery(Number(rolloutId)))
  if (rollout.data) return <Seen key={rollout.data.id} rollout={rollout.data} />
  return (
    <div className={classes.page}>
      <PageHeader title={t('firmware.title')} backTo="/firmware" />
      <div className={classes.surface}>
        {rollout.error ? (
          <ErrorState error={rollout.error} onRetry={() => void rollout.refetch()} />
        ) : (
          <div className={classes.head} aria-busy="true">
            <Skeleton height={8} />
            <Skeleton height={32} width="60%" />
          </div>
        )}
      </div>
    </div>
  )
}

function Seen({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (chosen: FirmwareState | undefined) =>
    void navigate({ search: { state: chosen }, replace: true, resetScroll: false })
  const { file, counts, total } = rollout
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('firmware.rollouts.name', { ...file })}
        facts={
          <>
            {file.vendor_name} · {rollout.by.name} · <When at={rollout.starts_at} />
          </>
        }
        actions={<Actions rollout={rollout} />}
        backTo="/firmware"
      />
      <div className={classes.surface}>
        <div className={classes.head}>
          <div className={classes.progress}>
            <RolloutBadge rollout={rollout} />
            <span className={classes.done} role="status">
              {t('common.shownOf', { shown: format.number(counts.done), total: format.number(total) })}
            </span>
            <RolloutBar rollout={rollout} />
          </div>
          {rollout.paused_by && (
            <p className={classes.note} role="alert">
              {t(`firmware.paused.${rollout.paused_by}`)}
            </p>
          )}
          <p className={classes.terms}>
            {t('firmware.terms', {
              total: format.number(total),
              reach: format.number(rollout.reach),
              wave: format.number(rollout.wave_size),
              failures: format.number(rollout.failures_most),
            })}
            {rollout.wait_until && counts.waiting > 0 && (
              <>
                {' '}
                {t('firmware.waits')} <When at={rollout.wait_until} />
              </>
            )}
          </p>
          <StateFilter rollout={rollout} chosen={state} onChoose={choose} />
        </div>
        <Stations key={state} rollout={rollout} state={state} onClear={() => choose(undefined)} />
      </div>
    </div>
  )
}

function Actions({ rollout: { id, can, counts } }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const { change } = useFirmwareActions()
  return (
    <>
      {can.pause && (
        <ChangeButton
          variant="default"
          leftSection={<IconPlayerPause size={16} stroke={1.75} />}
          loading={change.isPending}
          onClick={() => change.mutate({ id, how: 'pause' })}
        >
          {t('firmware.pause')}
        </ChangeButton>
      )}
      {can.continue && (
        <ChangeButton
          leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
          loading={change.isPending}
          onClick={() => change.mutate({ id, how: 'continue' })}
        >
          {t('firmware.continue')}
        </ChangeButton>
      )}
      {can.cancel && (
        <ChangeButton
          variant="default"
          c="var(--sm-bad-text)"
          leftSection={<IconPlayerStop size={16} stroke={1.75} />}
          loading={change.isPending}
          onClick={() => setAsking(true)}
        >
          {t('firmware.cancel.action')}
        </ChangeButton>
      )}
      {change.error && <FormError error={change.error} />}
      <ConfirmDialog
        opened={asking}
        title={t('firmware.cancel.title')}
        text={t('firmware.cancel.text', { count: counts.waiting, n: format.number(counts.waiting) })}
        action={t('firmware.cancel.action')}
        back={t('common.back')}
        onConfirm={() => change.mutate({ id, how: 'cancel' })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface StationsProps {
  rollout: Rollout
  state: FirmwareState | undefined
  onClear: () => void
}

function Stations({ rollout, state, onClear }: StationsProps) {
  const { t } = useTranslation()
  const { total, error, retry, rowAt, onRange } = useRolloutStations(rollout, state)
  if (error && total === undefined) return <ErrorState error={error} onRetry={retry} />
  if (total === 0) {
    return (
      <EmptyState
        drawing="search"
        title={t('firmware.noneFits')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('stations.clearFilters')}
          </Button>
        }
      />
    )
  }
  return <StationTable count={total ?? Math.min(rollout.total, 12)} rowAt={rowAt} onRange={onRange} />
}
