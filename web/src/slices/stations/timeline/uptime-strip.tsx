import { Tooltip } from '@mantine/core'
import type { UptimeDay } from '@stationmaster/contract'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './uptime-strip.module.css'

interface UptimeStripProps {
  days: readonly UptimeDay[]
  chosen: string | undefined
  onChoose: (day: string | undefined) => void
}

const parts = ['down', 'planned', 'unknown', 'up'] as const

/** A bar a day, of what the day was; the arrow keys go from day to day, a click or Enter chooses one. */
export function UptimeStrip({ days, chosen, onChoose }: UptimeStripProps) {
  const { t } = useTranslation()
  const strip = useRef<HTMLDivElement>(null)
  const words = useDayWords()
  const at = days.findIndex(({ day }) => day === chosen)
  const stop = at === -1 ? days.length - 1 : at
  const go = (event: KeyboardEvent, from: number) => {
    const steps: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      Home: 0,
      End: days.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    strip.current?.querySelectorAll('button')[Math.max(0, Math.min(days.length - 1, to))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={classes.strip}
      data-dense={days.length > 31 || undefined}
      role="group"
      aria-label={t('timeline.uptime.strip')}
      ref={strip}
    >
      {days.map((one, index) => {
        const [name, ...lines] = words(one, index === days.length - 1)
        return (
          <Tooltip
            key={one.day}
            events={{ hover: true, focus: true, touch: true }}
            label={
              <span className={classes.tip}>
                <b>{name}</b>
                {lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </span>
            }
          >
            <button
              type="button"
              className={classes.day}
              aria-label={[name, ...lines].join(', ')}
              aria-pressed={one.day === chosen}
              tabIndex={index === stop ? 0 : -1}
              onKeyDown={(event) => go(event, index)}
              onClick={() => onChoose(one.day === chosen ? undefined : one.day)}
            >
              <Bar day={one} />
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}

/** The parts of a day, stacked; even a short downtime can be seen. */
function Bar({ day }: { day: UptimeDay }) {
  const known = parts.filter((part) => day[`${part}_seconds`] > 0)
  return (
    <span className={classes.bar}>
      {known.length === 0 ? (
        <i data-part="none" />
      ) : (
        known.map((part) => <i key={part} data-part={part} style={{ flexGrow: day[`${part}_seconds`] }} />)
      )}
    </span>
  )
}

/** A day in words: its name, its percent, and what reduced it. */
export function useDayWords(): (day: UptimeDay, today: boolean) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  return (one, today) => {
    const name = format.when(new Date(`${one.day}T12:00:00Z`), 'longDay', 'UTC')
    const { percent, down_seconds, planned_seconds, unknown_seconds } = one
    const shown = percent !== null && `${format.number(percent, percent === 100 ? 0 : 2)}\u00a0%`
    const counts = planned_seconds + unknown_seconds === 0
    return [
      today ? `${t('timeline.uptime.today')}, ${name}` : name,
      shown
        ? today
          ? t('timeline.uptime.soFar', { percent: shown })
          : shown
        : counts && t('timeline.uptime.noData'),
      down_seconds > 0
        ? t('timeline.uptime.downFor', { duration: format.duration(down_seconds) })
        : percent === null
          ? null
          : t('timeline.uptime.noDowntime'),
      planned_seconds > 0 && t('timeline.uptime.plannedFor', { duration: format.duration(planned_seconds) }),
      unknown_seconds > 0 && t('timeline.uptime.unknownFor', { duration: format.duration(unknown_seconds) }),
    ].filter((line) => typeof line === 'string')
  }
}
