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
  const days = useRef<HTMLTableElement>(null)
  const [year = 0, month = 1] = focused.split('-').map(Number)
  const title = `${format.months()[month - 1]} ${year}`
  // what the keys move to gets the focus; what is chosen elsewhere is only shown
  useEffect(() => {
    if (byKey.current && focused) days.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
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
      <table ref={days} className={classes.days} role="grid" aria-label={title} onKeyDown={move}>
        <WeekHead />
        <tbody>
          {weeksOf(focused).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <DayButton
                    day={day}
                    focused={focused}
                    chosen={{ from, to: last }}
                    isBeyond={isBeyond(day)}
                    onChoose={() => choose(day)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The names of the days of a week. */
function WeekHead() {
  const format = useFormat()
  return (
    <thead>
      <tr>
        {Array.from({ length: 7 }, (_, index) => format.weekday(index + 1, 'short')).map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface DayButtonProps {
  day: string
  /** the day that has the focus, whose month is shown */
  focused: string
  chosen: Days
  isBeyond: boolean
  onChoose: () => void
}

/** A day of the calendar: whether it is chosen, today, of another month, or after the last that can be chosen. */
function DayButton({ day, focused, chosen: { from, to }, isBeyond, onChoose }: DayButtonProps) {
  const format = useFormat()
  return (
    <button
      type="button"
      className={classes.day}
      tabIndex={day === focused ? 0 : -1}
      aria-label={format.when(new Date(startOf(day)), 'longDay')}
      aria-pressed={day >= from && day <= to}
      aria-current={day === today() ? 'date' : undefined}
      data-end={day === from || day === to || undefined}
      data-within={(day > from && day < to) || undefined}
      data-outside={day.slice(0, 7) !== focused.slice(0, 7) || undefined}
      aria-disabled={isBeyond || undefined}
      onClick={onChoose}
    >
      {Number(day.slice(8))}
    </button>
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
