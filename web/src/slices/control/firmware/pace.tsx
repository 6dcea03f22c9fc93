import { Checkbox, TextInput } from '@mantine/core'
import type { RolloutBody } from '@stationmaster/contract'
import { useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { fits } from '../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import classes from './firmware.module.css'

const shares = ['10', '50', '100', 'number'] as const
type Share = (typeof shares)[number]
const waveBounds = { min: 1, max: 500 }
const countBounds = { min: 1, max: 20_000 }
const waitDays = 7

/** How many stations a roll-out has and how it goes on, as it is typed. */
export interface Pace {
  share: Share
  stations: number | ''
  waveSize: number | ''
  failuresMost: number | ''
  startsAt: string
  waits: boolean
}

/** A tenth of the stations, five at the same time. */
export const proposedPace: Pace = {
  share: '10',
  stations: 1,
  waveSize: 5,
  failuresMost: 2,
  startsAt: '',
  waits: true,
}

export const paceHolds = ({ share, stations, waveSize, failuresMost }: Pace) =>
  (share !== 'number' || fits(stations, { ...countBounds, decimals: 0 })) &&
  fits(waveSize, { ...waveBounds, decimals: 0 }) &&
  fits(failuresMost, { ...countBounds, decimals: 0 })

export const paceOf = (
  draft: Pace,
): Pick<RolloutBody, 'share' | 'wave_size' | 'failures_most' | 'starts_at' | 'wait_hours'> => ({
  share:
    draft.share === 'number'
      ? { of: 'stations', stations: Number(draft.stations) }
      : { of: 'percent', percent: Number(draft.share) },
  wave_size: Number(draft.waveSize),
  failures_most: Number(draft.failuresMost),
  ...(draft.startsAt === '' ? {} : { starts_at: new Date(draft.startsAt).toISOString() }),
  ...(draft.waits ? { wait_hours: waitDays * 24 } : {}),
})

/** How many of the stations that can be reached a roll-out has. */
export const countOf = ({ share, stations }: Pace, reach: number): number =>
  share === 'number' ? Math.min(Number(stations), reach) : Math.ceil((reach * Number(share)) / 100)

/** How many of how many stations. */
export function Reach({ count, of }: { count: number; of: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <p className={classes.reach}>
      <Trans
        t={t}
        i18nKey="firmware.form.reach"
        values={{ n: format.number(count), of: format.number(of) }}
        components={{ b: <b /> }}
      />
    </p>
  )
}

interface PaceFieldsProps {
  draft: Pace
  onChange: (changed: Partial<Pace>) => void
}

/** How many stations, how many of them at the same time, from when, and until how many failures. */
export function PaceFields({ draft, onChange }: PaceFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ShareField share={draft.share} onChange={(share) => onChange({ share })} />
      {draft.share === 'number' && (
        <NumberField
          label={t('firmware.form.stations')}
          {...countBounds}
          value={draft.stations}
          onChange={(stations) => onChange({ stations })}
        />
      )}
      <div className={classes.pair}>
        <NumberField
          label={t('firmware.form.wave')}
          description={t('firmware.form.waveHint')}
          {...waveBounds}
          value={draft.waveSize}
          onChange={(waveSize) => onChange({ waveSize })}
        />
        <NumberField
          label={t('firmware.form.failures')}
          description={t('firmware.form.failuresHint')}
          {...countBounds}
          value={draft.failuresMost}
          onChange={(failuresMost) => onChange({ failuresMost })}
        />
      </div>
      <TextInput
        type="datetime-local"
        label={t('firmware.form.startsAt')}
        description={t('firmware.form.startsAtHint')}
        value={draft.startsAt}
        onChange={(event) => onChange({ startsAt: event.currentTarget.value })}
      />
      <Checkbox
        label={t('firmware.form.wait', { count: waitDays })}
        checked={draft.waits}
        onChange={(event) => onChange({ waits: event.currentTarget.checked })}
      />
    </>
  )
}

function ShareField({ share, onChange }: { share: Share; onChange: (share: Share) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelId = useId()
  const nameOf = (value: Share) => {
    if (value === 'number') return t('firmware.form.number')
    return value === '100'
      ? t('firmware.form.all')
      : t('firmware.form.percent', { n: format.number(Number(value)) })
  }
  return (
    <div className={classes.field}>
      <span className={classes.label} id={labelId}>
        {t('firmware.form.share')}
      </span>
      <SegmentedControl<Share>
        aria-labelledby={labelId}
        value={share}
        onChange={onChange}
        fullWidth
        data={shares.map((value) => ({ value, label: nameOf(value) }))}
      />
    </div>
  )
}
