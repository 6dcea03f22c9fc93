import { Button, Textarea } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { StarInput } from '../../../ui/figures/stars.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import classes from './pay.module.css'
import type { PayActions } from './pay-query.ts'

interface SayProps {
  page: PayPage
  actions: PayActions
}

const wordsMost = 2000

/** What a driver has to say of an order, loaded behind what is paid and watched. */
export const SayView = (said: SayProps) => (
  <>
    <ReviewView {...said} />
    <ReportView {...said} />
  </>
)

/** The driver's review after the session; the review and its answer stay visible. */
function ReviewView({ page, actions: { review } }: SayProps) {
  const { t } = useTranslation()
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  if (page.feedback)
    return (
      <section className={classes.panel} aria-label={t('pay.review.title')}>
        <p className={classes.strong}>{t('pay.review.thanks', { n: page.feedback.rating })}</p>
        {page.feedback.comment && <p className={classes.quiet}>{page.feedback.comment}</p>}
        {page.feedback.answer && (
          <p className={classes.answer}>{t('pay.review.answer', { text: page.feedback.answer })}</p>
        )}
      </section>
    )
  if (!page.can.review) return null
  return (
    <section className={`${classes.panel} ${classes.say}`} aria-label={t('pay.review.title')}>
      <StarInput
        label={t('pay.review.title')}
        value={rating}
        onChange={setRating}
        nameOf={(n) => t('pay.review.star', { n })}
      />
      {rating > 0 && (
        <>
          <Textarea
            label={t('pay.review.comment')}
            maxLength={wordsMost}
            autosize
            minRows={2}
            size="md"
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          {review.isError && <FormError error={review.error} />}
          <ChangeButton
            size="lg"
            fullWidth
            loading={review.isPending}
            onClick={() => review.mutate({ rating, comment })}
          >
            {t('pay.review.send')}
          </ChangeButton>
        </>
      )}
    </section>
  )
}

/** The driver reports a problem. */
function ReportView({ page, actions: { report } }: SayProps) {
  const { t } = useTranslation()
  const [comment, setComment] = useState<string | null>(null)
  if (page.problem !== null)
    return (
      <p className={classes.quiet} role="status">
        {t('pay.problem.thanks')}
      </p>
    )
  if (comment === null)
    return (
      <Button variant="subtle" color="gray" onClick={() => setComment('')}>
        {t('pay.problem.open')}
      </Button>
    )
  return (
    <section className={`${classes.panel} ${classes.say}`} aria-label={t('pay.problem.open')}>
      <Textarea
        label={t('pay.problem.comment')}
        maxLength={wordsMost}
        autosize
        minRows={2}
        size="md"
        data-autofocus
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {report.isError && <FormError error={report.error} />}
      <ChangeButton
        size="lg"
        fullWidth
        disabled={comment.trim() === ''}
        loading={report.isPending}
        onClick={() => report.mutate({ comment })}
      >
        {t('pay.problem.send')}
      </ChangeButton>
    </section>
  )
}
