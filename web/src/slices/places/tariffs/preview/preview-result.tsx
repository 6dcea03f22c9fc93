import { Loader, Skeleton } from '@mantine/core'
import type { PriceComparison, PricingPreview } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { realMinus } from '../../../../i18n/format.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Money } from '../../../../ui/figures/quantity.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { useKindLabel } from '../kind-label.tsx'
import classes from './preview-result.module.css'
import type { usePreview } from './use-preview.ts'

const shownMost = 6

interface PreviewResultProps {
  preview: ReturnType<typeof usePreview>
  /** Text while there is no price to preview. */
  waiting: string
  orderLink: (id: number) => ReactNode
}

/** The price of last month's sessions, before and after. */
export function PreviewResult({ preview, waiting, orderLink }: PreviewResultProps) {
  const { t } = useTranslation()
  const { data, error } = preview
  if (!preview.hasPrice) return <p className={classes.quiet}>{waiting}</p>
  if (error) return <ErrorState error={error} onRetry={() => void preview.refetch()} />
  if (!data)
    return (
      <div aria-busy="true">
        <Skeleton height={56} mb={16} />
        <Skeleton height={12} width="80%" mb={10} />
        <Skeleton height={12} width="60%" />
      </div>
    )
  return (
    <div
      className={classes.result}
      aria-busy={preview.updating}
      data-updating={preview.updating || undefined}
    >
      {preview.updating && <Loader size={16} className={classes.loader!} aria-hidden="true" />}
      {data.sessions === 0 ? (
        <p className={classes.quiet}>{t('tariffs.preview.none')}</p>
      ) : (
        <Found preview={data} orderLink={orderLink} />
      )}
    </div>
  )
}

function Found({ preview, orderLink }: { preview: PricingPreview; orderLink: (id: number) => ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelOf = useKindLabel()
  return (
    <>
      <Sum preview={preview} />
      {preview.sampled && (
        <p className={classes.note}>
          {t('tariffs.preview.sampled', {
            n: format.number(preview.sessions),
            of: format.number(preview.sessions_found),
          })}
        </p>
      )}
      {preview.locations.length > 1 && (
        <Lines
          title={t('tariffs.preview.byLocation')}
          lines={preview.locations.map((one) => ({ ...one, key: one.location_id, label: one.name }))}
        />
      )}
      <Lines
        title={t('tariffs.preview.byConnector')}
        lines={preview.connectors.map((one) => ({ ...one, key: labelOf(one), label: labelOf(one) }))}
      />
      {preview.examples.length > 0 && (
        <Lines
          title={t('tariffs.preview.examples')}
          lines={preview.examples.map((one) => ({
            ...one,
            key: one.order_id,
            label: (
              <>
                {orderLink(one.order_id)} {one.location_name}
              </>
            ),
            note: `${format.number(one.energy_wh / 1000, 3)} ${t('units.kwh')} · ${format.duration(one.seconds)}`,
          }))}
        />
      )}
    </>
  )
}

function Sum({ preview }: { preview: PricingPreview }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <div className={classes.sum}>
        <div>
          <span className={classes.label}>{t('tariffs.preview.before')}</span>
          <span className={classes.figure}>
            <Money minor={preview.before_amount} unit />
          </span>
        </div>
        <div>
          <span className={classes.label}>{t('tariffs.preview.after')}</span>
          <span className={classes.figure}>
            <Money minor={preview.after_amount} unit />
          </span>
        </div>
        <div>
          <span className={classes.label}>{t('tariffs.preview.difference')}</span>
          <span className={classes.figure}>
            <Difference of={preview} />
          </span>
        </div>
      </div>
      <p className={classes.note}>
        {t('tariffs.preview.sessions', { count: preview.sessions, n: format.number(preview.sessions) })}
        {' · '}
        {format.number(preview.energy_wh / 1000, 1)} {t('units.kwh')}
        {' · '}
        {format.when(new Date(preview.from), 'shortDay')} – {format.when(new Date(preview.to), 'shortDay')}
      </p>
    </>
  )
}

type Amounts = Pick<PriceComparison, 'before_amount' | 'after_amount'>

/** The difference in roubles with its sign, and in percent. */
function Difference({ of: { before_amount: before, after_amount: after } }: { of: Amounts }) {
  const format = useFormat()
  const difference = after - before
  const sign = difference > 0 ? '+' : difference < 0 ? realMinus : ''
  return (
    <span className={classes.difference} data-way={Math.sign(difference)}>
      {sign}
      {format.money(Math.abs(difference))}
      {before > 0 && <span className={classes.share}> {format.change(difference / before)}</span>}
    </span>
  )
}

interface Line extends Amounts {
  key: string | number
  label: ReactNode
  note?: string
}

function Lines({ title, lines }: { title: string; lines: Line[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rest = lines.length - shownMost
  return (
    <section className={classes.lines} aria-label={title}>
      <h3 className={classes.subtitle}>{title}</h3>
      <ul className={classes.list}>
        {lines.slice(0, shownMost).map((line) => (
          <li key={line.key} className={classes.line}>
            <span className={classes.name}>
              {line.label}
              {line.note && <span className={classes.lineNote}>{line.note}</span>}
            </span>
            <span className={classes.amounts}>
              <span className={classes.ways}>
                {format.money(line.before_amount)} → {format.money(line.after_amount)}
              </span>
              <Difference of={line} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={classes.note}>{t('tariffs.preview.more', { count: rest, n: rest })}</p>}
    </section>
  )
}
