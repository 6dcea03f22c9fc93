import { Button, Popover, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { instantText, localText } from '../../../../ui/dates/local-time.ts'
import { IconCalendarTime, IconChevronDown } from '../../../../ui/pictures/icons.ts'
import type { ConsoleFilters } from '../history/filters.ts'
import classes from './time-filter.module.css'
import { isReversed, quickRanges, rangeOf, type TimeRange } from './time-range.ts'

type Times = Pick<ConsoleFilters, 'since' | 'until' | 'at'>

interface TimeFilterProps {
  times: Times
  /** `at` and a range exclude each other. */
  onChange: (times: { [K in keyof Times]: Times[K] | undefined }) => void
}

const lastOfSecondMs = 999

/** A button with the chosen time; it opens quick choices, the two ends of a range, and a field for one instant. */
export function TimeFilter({ times, onChange }: TimeFilterProps) {
  const { t } = useTranslation()
  const [opened, popover] = useDisclosure(false)
  const choose = ({ since, until, at }: Times) => {
    onChange({ since, until, at })
    popover.close()
  }
  return (
    <Popover opened={opened} onChange={popover.close} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button!}
          leftSection={<IconCalendarTime size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
          onClick={popover.toggle}
        >
          <Chosen times={times} />
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown!}>
        <div className={classes.quick}>
          {quickRanges.map((quick) => (
            <Button key={quick} size="xs" variant="default" onClick={() => choose(rangeOf(quick))}>
              {t(`console.time.${quick}`)}
            </Button>
          ))}
          <Button size="xs" variant="subtle" onClick={() => choose({})}>
            {t('console.time.all')}
          </Button>
        </div>
        <RangeForm range={times} onApply={choose} />
        <GoTo at={times.at} onGo={(at) => choose({ at })} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The choice in words; a day is named once where both ends are in it. */
function Chosen({ times: { since, until, at } }: { times: Times }) {
  const { t } = useTranslation()
  const format = useFormat()
  const years = new Set([since, until].map((iso) => iso && localText(iso).slice(0, 4)))
  const style = since && until && years.size > 1 ? 'full' : 'dayTime'
  const full = (iso: string) => format.when(new Date(iso), style)
  if (at) return t('console.time.at', { time: full(at) })
  if (since && until) {
    const [first, last] = [since, until].map((iso) => format.when(new Date(iso), 'day'))
    return `${full(since)} – ${first === last ? format.when(new Date(until), 'time') : full(until)}`
  }
  if (since) return t('console.time.since', { time: full(since) })
  return until ? t('console.time.until', { time: full(until) }) : t('console.time.all')
}

function RangeForm({ range, onApply }: { range: TimeRange; onApply: (range: TimeRange) => void }) {
  const { t } = useTranslation()
  const [first, setFirst] = useState(range.since ? localText(range.since) : '')
  const [last, setLast] = useState(range.until ? localText(range.until) : '')
  const since = instantText(first)
  const until = instantText(last, lastOfSecondMs)
  const chosen = { ...(since ? { since } : {}), ...(until ? { until } : {}) }
  const reversed = isReversed(chosen)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <TextInput
        type="datetime-local"
        step={1}
        label={t('console.time.from')}
        value={first}
        onChange={(event) => setFirst(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        step={1}
        label={t('console.time.to')}
        value={last}
        error={reversed && t('console.time.reversed')}
        onChange={(event) => setLast(event.currentTarget.value)}
      />
      <Button type="submit" disabled={reversed || (!since && !until)}>
        {t('console.time.apply')}
      </Button>
    </form>
  )
}

function GoTo({ at, onGo }: { at: string | undefined; onGo: (at: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(at ? localText(at) : '')
  const instant = instantText(text)
  return (
    <form
      className={classes.goTo}
      onSubmit={(event) => {
        event.preventDefault()
        if (instant) onGo(instant)
      }}
    >
      <TextInput
        type="datetime-local"
        step={1}
        label={t('console.time.goTo')}
        description={t('console.time.goToText')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!instant}>
        {t('console.time.go')}
      </Button>
    </form>
  )
}
