import { Button } from '@mantine/core'
import type { MeterKey } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { IconAlertTriangle } from '../../../ui/pictures/icons.ts'
import classes from './meter-keys.module.css'

interface KeyListProps {
  keys: readonly MeterKey[]
  canChange: boolean
  onConfirm: (key: MeterKey) => void
  onReplace: (key: MeterKey) => void
  onRetire: (key: MeterKey) => void
}

/** The keys of a station, those in use first. */
export function KeyList({ keys, ...deeds }: KeyListProps) {
  const { t } = useTranslation()
  if (keys.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('meters.label')}>
      {keys.map((key) => (
        <KeyItem key={key.fingerprint} meterKey={key} {...deeds} />
      ))}
    </ul>
  )
}

const stateOf = (key: MeterKey) => {
  if (key.retired_at !== null) return 'retired'
  if (key.confirmed_at !== null) return 'confirmed'
  return key.contradicts ? 'contradicts' : 'unconfirmed'
}
const tones = { retired: 'gray', confirmed: 'green', contradicts: 'red', unconfirmed: 'yellow' } as const

function KeyItem({ meterKey, ...deeds }: Omit<KeyListProps, 'keys'> & { meterKey: MeterKey }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const { fingerprint, public_key, connector, source } = meterKey
  const state = stateOf(meterKey)
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <div className={classes.words}>
          <span>
            <code className={classes.fingerprint}>{fingerprint}</code>{' '}
            <Badge tone={tones[state]}>{t(`meters.state.${state}`)}</Badge>
          </span>
          <span className={classes.quiet}>
            {connector === null ? t('meters.anyConnector') : t('meters.of', { number: connector })},{' '}
            {t(`meters.source.${source}`)} <When at={meterKey.reported_at} style="dayTime" />
          </span>
        </div>
        <div className={classes.acts}>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={shown}
            aria-label={t('meters.show', { fingerprint })}
            onClick={() => setShown(!shown)}
          >
            {t('meters.showShort')}
          </Button>
          <Acts meterKey={meterKey} {...deeds} />
        </div>
      </div>
      {shown && <CopyField label={t('meters.whole')} value={public_key} />}
    </li>
  )
}

function Acts(props: Omit<KeyListProps, 'keys'> & { meterKey: MeterKey }) {
  const { meterKey, canChange, onConfirm, onReplace, onRetire } = props
  const { t } = useTranslation()
  if (!canChange) return null
  const act = (what: 'confirm' | 'replace' | 'retire', onAct: (key: MeterKey) => void) => (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={`${t(`meters.${what}`)}: ${meterKey.fingerprint}`}
      onClick={() => onAct(meterKey)}
    >
      {t(`meters.${what}`)}
    </Button>
  )
  if (meterKey.retired_at !== null) return null
  return (
    <>
      {meterKey.confirmed_at === null && act('confirm', onConfirm)}
      {meterKey.confirmed_at !== null && act('replace', onReplace)}
      {act('retire', onRetire)}
    </>
  )
}

/** Stands above the keys while the station names one that contradicts what people have confirmed. */
export function KeyWarning({ keys }: { keys: readonly MeterKey[] }) {
  const { t } = useTranslation()
  if (!keys.some(({ contradicts }) => contradicts)) return null
  return (
    <div className={classes.warning} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div>
        <p className={classes.name}>{t('meters.changed.title')}</p>
        <p className={classes.quiet}>{t('meters.changed.text')}</p>
      </div>
    </div>
  )
}
