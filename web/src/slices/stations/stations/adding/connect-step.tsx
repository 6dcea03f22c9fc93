import { Button } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../../api/calls/api-error.ts'
import { session } from '../../../../api/session.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { CopyField } from '../../../../ui/fields/copy-field.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { QrCode } from '../../../../ui/pictures/qr-code.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { StationSkeleton } from '../details/picture/station-skeleton.tsx'
import { stationQuery } from '../details/station-query.ts'
import { CommandDialogs, type StationDialog } from '../menu/command-dialogs.tsx'
import { useStationCommands } from '../menu/station-commands.ts'
import { AwaitedStation } from './awaited-station.tsx'
import { backendUrl, isLocal } from './backend-url.ts'
import classes from './connect-step.module.css'
import { connectionQuery } from './connection-query.ts'
import { phaseOf } from './phase.ts'
import { StationPassword } from './station-password.tsx'

interface ConnectStepProps {
  stationId: string
  onDone: () => void
  /** Shows the station, which has come. */
  onOpen: () => void
  onAnother: () => void
  /** What else is offered when a station is set up. */
  more: ReactNode
  /** There is no such station any more. */
  onMissing: () => void
}

/** What to enter in a new station, and whether it has come. */
export function ConnectStep({ stationId, onDone, onOpen, onAnother, onMissing, more }: ConnectStepProps) {
  const { t } = useTranslation()
  const query = useQuery(stationQuery(stationId))
  const station = query.data
  const awaited = station === undefined || phaseOf(station) !== 'accepted'
  const connection = useQuery(connectionQuery(stationId, awaited))
  const missing = query.error !== null && codeOf(query.error) === 'station.not_found'
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, when it is known
  useEffect(() => {
    if (missing) onMissing()
  }, [missing])
  if (!station || !connection.data) {
    const error = query.error ?? connection.error
    if (error && !missing)
      return (
        <ErrorState error={error} onRetry={() => void Promise.all([query.refetch(), connection.refetch()])} />
      )
    return <StationSkeleton />
  }
  const backend = backendUrl(connection.data.backend_url, window.location)
  const whole = `${backend}/${encodeURIComponent(stationId)}`
  return (
    <div className={classes.step}>
      <div className={classes.columns}>
        <Entries station={station} backend={backend} whole={whole} />
        <div className={classes.side}>
          <Panel title={t('wizard.awaited.title')}>
            <AwaitedStation station={station} connection={connection.data} />
          </Panel>
          <Panel title={t('wizard.connect.code')}>
            <div className={classes.code}>
              <QrCode text={whole} label={t('wizard.connect.codeLabel')} />
              <p className={classes.text}>{t('wizard.connect.codeHint')}</p>
            </div>
          </Panel>
          {!station.monetized && session.get()?.manager?.role === 'administrator' && (
            <Uncovered station={station} />
          )}
          {isLocal(backend) && <p className={classes.warning}>{t('wizard.connect.local')}</p>}
        </div>
      </div>
      <div className={classes.foot}>
        {!awaited && <Button onClick={onOpen}>{t('wizard.connect.open')}</Button>}
        <Button variant={awaited ? 'filled' : 'default'} onClick={onDone}>
          {t('common.ok')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('wizard.connect.another')}
        </Button>
        {more}
      </div>
    </div>
  )
}

interface EntriesProps {
  station: Station
  /** the address of this network, and the same with the station's id */
  backend: string
  whole: string
}

/** What people enter in the station. */
function Entries({ station, backend, whole }: EntriesProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('wizard.connect.title', { number: stationNumber(station.number) })}>
      <div className={classes.fields}>
        <p className={classes.text}>{t('wizard.connect.intro')}</p>
        <h3 className={classes.form}>{t('wizard.connect.separate')}</h3>
        <CopyField label={t('wizard.connect.backend')} value={backend} />
        <CopyField label={t('wizard.connect.id')} value={station.id} />
        <h3 className={classes.form}>{t('wizard.connect.together')}</h3>
        <CopyField label={t('wizard.connect.whole')} value={whole} />
        <h3 className={classes.form}>{t('wizard.connect.access')}</h3>
        <p className={classes.text}>{t('wizard.connect.user')}</p>
        <StationPassword stationId={station.id} />
      </div>
    </Panel>
  )
}

/** Says that a station that an administrator has added does not earn, and leads to what would have it. */
function Uncovered({ station }: { station: Station }) {
  const { t } = useTranslation()
  const commands = useStationCommands(station)
  const [opened, setOpened] = useState<StationDialog | null>(null)
  return (
    <div className={classes.warning}>
      <p className={classes.words}>{t('wizard.connect.uncovered')}</p>
      <Button variant="default" onClick={() => setOpened('monetize')}>
        {t('stations.monetize.on')}
      </Button>
      <CommandDialogs station={station} commands={commands} opened={opened} onOpen={setOpened} />
    </div>
  )
}
