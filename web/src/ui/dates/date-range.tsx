import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf, today } from '../../api/days.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { IconCalendar, IconChevronDown } from '../pictures/icons.ts'
import { presetDays, presets } from './calendar.ts'
import classes from './date-range.module.css'
import { RangeCalendar } from './range-calendar.tsx'

interface DateRangeProps {
  /** First and last calendar day, YYYY-MM-DD. */
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

/** A button with the chosen days that opens a calendar of which the first and the last are chosen, and usual periods. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, popover] = useDisclosure(false)
  const [chosen, setChosen] = useState<{ from: string; to: string | null }>({ from, to })
  const show = () => {
    setChosen({ from, to })
    popover.toggle()
  }
  const apply = (begin: string, end: string) => {
    onChange(begin, end)
    popover.close()
  }
  const shown = (day: string) => format.when(new Date(startOf(day)), 'day')
  return (
    <Popover opened={opened} onChange={popover.close} position="bottom-start" trapFocus width={348}>
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
          {presets.map((preset) => {
            const days = presetDays(preset, today())
            const isChosen = from === days.from && to === days.to
            return (
              <Button
                key={preset}
                size="xs"
                variant={isChosen ? 'light' : 'default'}
                aria-pressed={isChosen}
                onClick={() => apply(days.from, days.to)}
              >
                {t(`dashboard.dates.${preset}`)}
              </Button>
            )
          })}
        </div>
        <RangeCalendar chosen={chosen} onChange={setChosen} />
        <div className={classes.foot}>
          <span className={classes.said} role="status">
            {chosen.to === null
              ? t('dashboard.dates.chooseLast', { day: shown(chosen.from) })
              : `${shown(chosen.from)} – ${shown(chosen.to)}`}
          </span>
          <Button onClick={() => apply(chosen.from, chosen.to ?? chosen.from)}>
            {t('dashboard.dates.apply')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
