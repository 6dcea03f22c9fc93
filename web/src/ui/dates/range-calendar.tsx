import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf, today } from '../../api/days.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { IconChevronLeft, IconChevronRight } from '../pictures/icons.ts'
import { addMonths, type Days, dayByKey, weeksOf } from './calendar.ts'
import classes from './range-calendar.module.css'

interface RangeCalendarProps {
  /** `to` is null while only the first day is chosen */
  chosen: { from: string; to: string | null }
  /** the last day that can be chosen */
  max?: string | undefined
  onChange: (chosen: { from: string; to: string | null }) => void
}

/** The days between two, whichever of them came first. */
const inOrder = (one: string, other: string): Days =>
  one <= other ? { from: one, to: other } : { from: other, to: one }

/** A month of days, of which the first and the last of a period are chosen one after the other; arrows, Home, End and page keys move in it. */
export function RangeCalendar({ chosen: { from, to }, max, onChange }: RangeCalendarProps) {
  const format = useFormat()
  const [focused, setFocused] = useState(to ?? from)
  const byKey = useRef(false)
  const current = useRef<HTMLButtonElement>(null)
  const [year = 0, month = 1] = focused.split('-').map(Number)
  const title = `${format.months()[month - 1]} ${year}`
  const named = (day: string) => format.when(new Date(startOf(day)), 'longDay')
  // what the keys move to gets the focus; what is chosen elsewhere is only shown
  useEffect(() => {
    if (byKey.current && focused) current.current?.focus()
    byKey.current = false
  }, [focused])
  useEffect(() => setFocused(to ?? from), [from, to])

  const isBeyond = (day: string) => max !== undefined && day > max
  const choose = (day: string) => {
    if (!isBeyond(day)) onChange(to === null ? inOrder(from, day) : { from: day, to: null })
  }
  const move = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, focused)
    if (!next) return
    event.preventDefault()
    byKey.current = true
    setFocused(next)
  }
  const last = to ?? from
  return (
    <div>
      <MonthHead title={title} onMove={(months) => setFocused(addMonths(focused, months))} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days of which one at a time has the focus (WAI-ARIA grid) */}
      <table className={classes.days} role="grid" aria-label={title} onKeyDown={move}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => format.weekday(index + 1, 'short')).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    ref={day === focused ? current : null}
                    className={classes.day}
                    tabIndex={day === focused ? 0 : -1}
                    aria-label={named(day)}
                    aria-pressed={day >= from && day <= last}
                    aria-current={day === today() ? 'date' : undefined}
                    data-end={day === from || day === last || undefined}
                    data-within={(day > from && day < last) || undefined}
                    data-outside={day.slice(0, 7) !== focused.slice(0, 7) || undefined}
                    aria-disabled={isBeyond(day) || undefined}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MonthHeadProps {
  title: string
  onMove: (months: 1 | -1) => void
}

/** The name of the month, between the buttons that show the one before and the one after. */
function MonthHead({ title, onMove }: MonthHeadProps) {
  const { t } = useTranslation()
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const
  return (
    <div className={classes.head}>
      <ActionIcon {...button} aria-label={t('dashboard.dates.earlier')} onClick={() => onMove(-1)}>
        <IconChevronLeft size={18} stroke={1.75} />
      </ActionIcon>
      <span className={classes.title} aria-live="polite">
        {title}
      </span>
      <ActionIcon {...button} aria-label={t('dashboard.dates.later')} onClick={() => onMove(1)}>
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
