import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import classes from './counts.module.css'
import { StatusDot, type Tone } from './status.tsx'

interface CountBarProps {
  label: string
  total: number
  /** how many have come to an end */
  done: number
  /** in their order; what is missing to the total is left open */
  parts: readonly { key: string; n: number; tone: Tone; faint?: boolean }[]
}

/** How far many things are, as one bar of their states. */
export function CountBar({ label, total, done, parts }: CountBarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const rest = parts.reduce((left, { n }) => left - n, total)
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={t('common.shownOf', { shown: format.number(done), total: format.number(total) })}
    >
      {parts
        .filter(({ n }) => n > 0)
        .map(({ key, n, tone, faint }) => (
          <span
            key={key}
            className={classes.part}
            data-tone={tone}
            data-faint={faint || undefined}
            style={{ flexGrow: n }}
          />
        ))}
      {rest > 0 && <span className={classes.rest} style={{ flexGrow: rest }} />}
    </div>
  )
}

interface CountFilterProps<Key extends string> {
  legend: string
  /** what the button says that shows all */
  all: string
  total: number
  choices: readonly { key: Key; label: string; n: number; tone: Tone; live?: boolean }[]
  chosen: Key | undefined
  onChoose: (key: Key | undefined) => void
}

/** Counts by state; each narrows the list below to its own. One that is chosen stays, without any left too. */
export function CountFilter<Key extends string>(props: CountFilterProps<Key>) {
  const { legend, all, total, choices, chosen, onChoose } = props
  const format = useFormat()
  return (
    <fieldset className={classes.filter}>
      <legend className={classes.legend}>{legend}</legend>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {all} <b>{format.number(total)}</b>
      </button>
      {choices
        .filter(({ key, n }) => n > 0 || key === chosen)
        .map(({ key, label, n, tone, live }) => (
          <button
            key={key}
            type="button"
            className={classes.chip}
            aria-pressed={chosen === key}
            onClick={() => onChoose(chosen === key ? undefined : key)}
          >
            <StatusDot tone={tone} live={live ?? false} />
            {label} <b>{format.number(n)}</b>
          </button>
        ))}
    </fieldset>
  )
}
