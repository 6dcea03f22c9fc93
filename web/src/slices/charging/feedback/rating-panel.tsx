import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Stars } from '../../../ui/figures/stars.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './feedback.module.css'
import { feedbackSummaryQuery } from './feedback-query.ts'

/** A location's rating: the average, by stars, and by month. */
export function RatingPanel({ locationId }: { locationId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const summary = useQuery(feedbackSummaryQuery(locationId)).data
  if (!summary || summary.rating === null) return null
  const { rating, reviews, by_stars: byStars, months } = summary
  return (
    <Panel title={t('feedback.rating')} count={reviews}>
      <div className={classes.rating}>
        <p className={classes.average}>{format.number(rating, 1)}</p>
        <Stars rating={rating} />
      </div>
      <ul className={classes.bars}>
        {byStars
          .map((count, index) => ({ stars: index + 1, count }))
          .reverse()
          .map(({ stars, count }) => (
            <li key={stars}>
              <span>{t('common.stars', { n: stars })}</span>
              <meter value={count} max={Math.max(1, reviews)} aria-label={t('common.stars', { n: stars })} />
              <span className={classes.number}>{format.number(count)}</span>
            </li>
          ))}
      </ul>
      {months.length > 1 && (
        <table className={classes.months}>
          <caption>{t('feedback.byMonth')}</caption>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month}>
                <th scope="row">{format.month(new Date(`${month.month}-15T00:00:00Z`))}</th>
                <td>{format.number(month.rating, 1)}</td>
                <td>{t('feedback.found', { count: month.reviews, n: format.number(month.reviews) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
