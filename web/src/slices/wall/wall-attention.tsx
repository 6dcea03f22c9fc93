import { type Wall, wallAttentionMost } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Ago } from '../../ui/duration.tsx'
import { StatusDot, type Tone } from '../../ui/status.tsx'
import classes from './wall-panel.module.css'

type Item = Wall['attention'][number]

interface WallAttentionProps {
  items: readonly Item[]
  /** Says one of them, as the other screens say it. */
  wordsOf: (item: Item) => { title: string; text: string | null; tone: Tone }
}

/** What somebody should look at, newest first. */
export function WallAttention({ items, wordsOf }: WallAttentionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={classes.panel} data-grows aria-label={t('dashboard.attention.title')}>
      <h2>
        {t('dashboard.attention.title')}
        {items.length > 0 && (
          <span className={classes.aside}>
            {format.number(items.length)}
            {items.length >= wallAttentionMost && '+'}
          </span>
        )}
      </h2>
      {items.length === 0 ? (
        <p className={classes.quiet}>{t('dashboard.attention.quiet')}</p>
      ) : (
        <ul className={classes.rows}>
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
    </section>
  )
}
