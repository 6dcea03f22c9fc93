import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { startOf } from '../../api/days.ts'
import { useFormat } from '../../i18n/use-format.ts'
import classes from '../dates/date-range.module.css'
import { RangeCalendar } from '../dates/range-calendar.tsx'
import { IconCalendar, IconChevronDown } from '../pictures/icons.ts'

interface DayFieldProps {
  label: string
  /** YYYY-MM-DD */
  value: string
  /** the last that can be chosen */
  max?: string | undefined
  onChange: (day: string) => void
}

/** A button with the chosen day, in the words of the language, that opens the calendar. */
export function DayField({ label, value, max, onChange }: DayFieldProps) {
  const format = useFormat()
  const [opened, popover] = useDisclosure(false)
  const shown = format.when(new Date(startOf(value)), 'day')
  return (
    <Popover opened={opened} onChange={popover.close} position="bottom-end" trapFocus width={348}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          aria-label={`${label}: ${shown}`}
          leftSection={<IconCalendar size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
          onClick={popover.toggle}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown!} aria-label={label}>
        <RangeCalendar
          chosen={{ from: value, to: value }}
          max={max}
          onChange={({ from }) => {
            onChange(from)
            popover.close()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
