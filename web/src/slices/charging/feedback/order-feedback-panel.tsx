import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { Stars } from '../../../ui/figures/stars.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './feedback.module.css'
import { orderFeedbackQuery } from './feedback-query.ts'

/** The feedback of a session's driver; nothing if there is none. */
export function OrderFeedbackPanel({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const said = useQuery(orderFeedbackQuery(orderId)).data
  if (!said || said.length === 0) return null
  return (
    <Panel title={t('feedback.ofOrder')}>
      {said.map(({ id, rating, comment, created_at }) => (
        <div key={id} className={classes.said}>
          <p className={classes.head}>
            {rating === null ? (
              <strong className={classes.problem}>{t('feedback.problem')}</strong>
            ) : (
              <Stars rating={rating} />
            )}
            <When at={created_at} style="dayTime" />
          </p>
          {comment && <p className={classes.comment}>{comment}</p>}
        </div>
      ))}
    </Panel>
  )
}
