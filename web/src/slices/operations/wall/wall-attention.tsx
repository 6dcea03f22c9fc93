import type { Wall } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ago } from '../../../ui/dates/duration.tsx'
import { StatusDot, type Tone } from '../../../ui/figures/status.tsx'
import { useFitting } from './use-fitting.ts'
import classes from './wall-panel.module.css'

type Item = Wall['attention'][number]

interface WallAttentionProps {
  items: readonly Item[]
  /** how much waits in the inbox, these items included */
  total: number
  /** in the first line; null: nothing */
  first: { words: string; tone: Tone } | null
  /** Says one of them, as the other screens say it. */
  wordsOf: (item: Item) => { title: string; text: string | null; tone: Tone }
}

/** What needs attention, newest first. */
export function WallAttention({ items, total, first, wordsOf }: WallAttentionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { list, fitting } = useFitting(items.length)
  const more = total - fitting
  return (
    <section className={classes.panel} data-grows aria-label={t('dashboard.attention.title')}>
      <h2>
        {t('dashboard.attention.title')}
        {total > 0 && <span className={classes.aside}>{format.number(total)}</span>}
      </h2>
      {first && (
        <p className={classes.first}>
          <StatusDot tone={first.tone} live />
          <b>{first.words}</b>
        </p>
      )}
      {total === 0 ? (
        !first && <p className={classes.quiet}>{t('dashboard.attention.quiet')}</p>
      ) : (
        <ul className={classes.rows} ref={list}>
          {items.map((item) => {
            const { title, text, tone } = wordsOf(item)
            return (
              <li
                key={`${item.kind} ${item.station_id} ${item.connector_number} ${item.order_id} ${item.rollout_id} ${item.at}`}
                className={classes.row}
              >
                <StatusDot tone={tone} />
                <span className={classes.words}>
                  <b>{title}</b>
                  <span>
                    {text && `${text} · `}
                    <Ago at={item.at} />
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {/* its room is kept, or it would take that of a row and show itself by that */}
      {total > 0 && (
        <p className={classes.more} data-hidden={more <= 0 || undefined}>
          {t('wall.more', { count: more, n: format.number(more) })}
        </p>
      )}
    </section>
  )
}
