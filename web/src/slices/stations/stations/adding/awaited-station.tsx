import type { Station } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { StatusDot, type Tone } from '../../../../ui/figures/status.tsx'
import { IconCircleCheckFilled } from '../../../../ui/pictures/icons.ts'
import { protocolName } from '../../../../ui/words/protocol-name.ts'
import classes from './awaited-station.module.css'
import type { StationConnection } from './connection-query.ts'
import { type Phase, phaseOf } from './phase.ts'

/** After this long without an attempt to connect there are some things to check. */
const patienceMs = 30_000

const tones: Record<Phase, Tone> = { waiting: 'yellow', connected: 'blue', accepted: 'green', away: 'orange' }

interface AwaitedStationProps {
  station: Station
  connection: StationConnection | undefined
}

/** Whether a new station has come, and what kept it away. */
export function AwaitedStation({ station, connection }: AwaitedStationProps) {
  const { t } = useTranslation()
  const patient = usePatience()
  const phase = phaseOf(station)
  const refused = phase === 'waiting' || phase === 'away' ? connection?.refused : null
  const unknown = phase === 'waiting' ? (connection?.unknown ?? []) : []
  const silent = phase === 'waiting' && !refused && unknown.length === 0
  const { technical } = station
  return (
    <div className={classes.awaited}>
      <p className={classes.phase} role="status" data-phase={phase}>
        {phase === 'accepted' ? (
          <IconCircleCheckFilled size={20} className={classes.check} aria-hidden="true" />
        ) : (
          <StatusDot tone={tones[phase]} live />
        )}
        {t(`wizard.awaited.${phase}`)}
      </p>
      {phase === 'accepted' && technical && (
        <p className={classes.text}>
          {[
            technical.protocol && protocolName(technical.protocol),
            technical.firmware_version,
            technical.serial_number,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {refused && (
        <Hint at={refused.at}>{(time) => t(`wizard.awaited.refused.${refused.reason}`, { time })}</Hint>
      )}
      {unknown.map(({ id, at }) => (
        <Hint key={id} at={at}>
          {(time) => t('wizard.awaited.stranger', { id, time })}
        </Hint>
      ))}
      {silent && <p className={classes.text}>{t('wizard.awaited.howLong')}</p>}
      {silent && !patient && (
        <ul className={classes.checks}>
          <li>{t('wizard.awaited.check.address')}</li>
          <li>{t('wizard.awaited.check.reach')}</li>
          <li>{t('wizard.awaited.check.profile')}</li>
        </ul>
      )}
    </div>
  )
}

function Hint({ at, children }: { at: string; children: (time: string) => string }) {
  const format = useFormat()
  return (
    <p className={classes.hint} role="alert">
      {children(format.when(new Date(at), 'time'))}
    </p>
  )
}

function usePatience(): boolean {
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return patient
}
