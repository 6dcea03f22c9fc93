import type { FirmwareState, Rollout } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { rolloutQuery, useFirmwareActions } from '../../../slices/control/firmware/firmware-queries.ts'
import { useRolloutName } from '../../../slices/control/firmware/rollout-table.tsx'
import { RolloutBadge, RolloutBar, StateFilter } from '../../../slices/control/firmware/states.tsx'
import { StationTable } from '../../../slices/control/firmware/station-table.tsx'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { StopButton } from '../../../ui/buttons/stop-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconPlayerPause, IconPlayerPlay } from '../../../ui/pictures/icons.ts'
import { RunFrame, RunPage } from '../../frame/run-frame.tsx'

const route = getRouteApi('/app/firmware/$rolloutId')

/** One roll-out: its progress, and that of each of its stations. */
export function RolloutPage() {
  const { t } = useTranslation()
  const { rolloutId } = route.useParams()
  const query = useQuery(rolloutQuery(Number(rolloutId)))
  return (
    <RunPage title={t('firmware.title')} backTo="/firmware" query={query}>
      {(rollout) => <Seen rollout={rollout} />}
    </RunPage>
  )
}

function Seen({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (chosen: FirmwareState | undefined) =>
    void navigate({ search: { state: chosen }, replace: true, resetScroll: false })
  const nameOf = useRolloutName()
  const { counts, total, paused_by: pausedBy } = rollout
  return (
    <RunFrame
      title={nameOf(rollout)}
      backTo="/firmware"
      facts={(rollout.file ?? rollout.move)?.vendor_name ?? ''}
      by={rollout.by}
      at={rollout.starts_at}
      actions={<Actions rollout={rollout} />}
      state={<RolloutBadge rollout={rollout} />}
      bar={<RolloutBar rollout={rollout} />}
      done={counts.done}
      total={total}
      warning={
        pausedBy && t(rollout.move ? `firmware.move.paused.${pausedBy}` : `firmware.paused.${pausedBy}`)
      }
      notes={
        <p>
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
      }
      counts={<StateFilter rollout={rollout} chosen={state} onChoose={choose} />}
    >
      <StationTable key={state} rollout={rollout} state={state} onClear={() => choose(undefined)} />
    </RunFrame>
  )
}

function Actions({ rollout: { id, can, counts, move } }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const format = useFormat()
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
        <StopButton
          action={t('firmware.cancel.action')}
          title={t('firmware.cancel.title')}
          text={t(move ? 'firmware.move.cancel' : 'firmware.cancel.text', {
            count: counts.waiting,
            n: format.number(counts.waiting),
          })}
          back={t('common.back')}
          loading={change.isPending}
          onStop={() => change.mutate({ id, how: 'cancel' })}
        />
      )}
      {change.error && <FormError error={change.error} />}
    </>
  )
}
