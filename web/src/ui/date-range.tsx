import { Button, NativeSelect, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, startOf, today } from '../api/days.ts'
import { useFormat } from '../i18n/use-format.ts'
import { dayIn, daysOf } from './calendar.ts'
import classes from './date-range.module.css'

interface DateRangeProps {
  /** First and last calendar day, YYYY-MM-DD. */
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

/** A button with the chosen days that opens pickers of day, month and year for both ends, and three shortcuts. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, popover] = useDisclosure(false)
  const [first, setFirst] = useState(from)
  const [last, setLast] = useState(to)
  const show = () => {
    setFirst(from)
    setLast(to)
    popover.toggle()
  }
  const apply = (begin: string, end: string) => {
    onChange(begin, end)
    popover.close()
  }
  const shown = (day: string) => format.when(new Date(startOf(day)), 'day')
  const shortcuts = [
    { label: t('dashboard.dates.today'), from: today() },
    { label: t('dashboard.dates.week'), from: addDays(today(), -6) },
    { label: t('dashboard.dates.lastMonth'), from: addDays(today(), -30) },
  ]
  return (
    <Popover opened={opened} onChange={popover.close} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
          onClick={show}
        >
          {shown(from)} – {shown(to)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown!} aria-label={t('dashboard.dates.label')}>
        <div className={classes.shortcuts}>
          {shortcuts.map((shortcut) => (
            <Button
              key={shortcut.label}
              size="xs"
              variant={from === shortcut.from && to === today() ? 'light' : 'default'}
              onClick={() => apply(shortcut.from, today())}
            >
              {shortcut.label}
            </Button>
          ))}
        </div>
        <DayPicker label={t('dashboard.dates.from')} day={first} onChange={setFirst} />
        <DayPicker label={t('dashboard.dates.to')} day={last} onChange={setLast} />
        <div className={classes.foot}>
          <span className={classes.wrong} role="status">
            {first > last && t('dashboard.dates.wrongOrder')}
          </span>
          <Button disabled={first > last} onClick={() => apply(first, last)}>
            {t('dashboard.dates.apply')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface DayPickerProps {
  label: string
  day: string
  onChange: (day: string) => void
}

/** Day, month and year; the days follow the month, the years run from 5 years ago to the next (domain.md#payments-and-reports). */
function DayPicker({ label, day, onChange }: DayPickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const thisYear = Number(today().slice(0, 4))
  const numbers = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(first + index))
  const part = (
    name: string,
    value: number,
    data: { value: string; label: string }[] | string[],
    set: (n: number) => void,
  ) => (
    <NativeSelect
      aria-label={`${label}: ${name}`}
      value={String(value)}
      data={data}
      onChange={(event) => set(Number(event.currentTarget.value))}
    />
  )
  return (
    <fieldset className={classes.picker}>
      <legend className={classes.label}>{label}</legend>
      {part(t('dashboard.dates.day'), date, numbers(1, daysOf(year, month)), (n) =>
        onChange(dayIn(year, month, n)),
      )}
      {part(
        t('dashboard.dates.month'),
        month,
        format.months().map((name, index) => ({ value: String(index + 1), label: name })),
        (n) => onChange(dayIn(year, n, date)),
      )}
      {part(t('dashboard.dates.year'), year, numbers(thisYear - 5, 7), (n) =>
        onChange(dayIn(n, month, date)),
      )}
    </fieldset>
  )
}
