import { Button } from '@mantine/core'
import { contract, type Feedback } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { dottedDay } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Stars } from '../../../ui/figures/stars.tsx'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { IconThumbUp } from '../../../ui/pictures/icons.ts'
import classes from './feedback.module.css'
import { useFeedbackChange } from './feedback-query.ts'
import { WordsDialog } from './words-dialog.tsx'

interface FeedbackItemProps {
  item: Feedback
  locationId: number
  timeZone: string | undefined
  may: { answer: boolean; hide: boolean }
  /** links to its session */
  orderLink: ReactNode
}

/** One review: driver, stars, time, text and answer. */
export function FeedbackItem({ item, locationId, timeZone, may, orderLink }: FeedbackItemProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [dialog, setDialog] = useState<'answer' | 'hide' | null>(null)
  const close = () => setDialog(null)
  const params = { id: locationId, feedbackId: item.id }
  const show = useFeedbackChange(
    () => request(contract.feedback.hide, { params, body: { hidden: false } }),
    close,
  )
  const user = item.user ?? { first_name: '', last_name: '', avatar_url: null }
  const name = `${user.first_name} ${user.last_name}`.trim() || t('feedback.unknown')
  return (
    <li className={classes.item}>
      <Avatar person={{ ...user, email: '?', role: 'operator' }} size={40} />
      <div className={classes.words}>
        <p className={classes.head}>
          <strong>{name}</strong>
          <Stars rating={item.rating} />
          <time dateTime={item.created_at}>{dottedDay(new Date(item.created_at), timeZone)}</time>
          <span className={classes.likes}>
            <IconThumbUp size={14} stroke={1.75} aria-hidden="true" />
            <span aria-hidden="true">{format.number(item.likes)}</span>
            <span className={classes.unseen}>
              {t('feedback.likes', { count: item.likes, n: item.likes })}
            </span>
          </span>
        </p>
        {item.comment && <p className={classes.comment}>{item.comment}</p>}
        {item.answer && (
          <p className={classes.answer}>
            <strong>{t('feedback.answered')}</strong> {item.answer.text}
          </p>
        )}
        {item.hidden && <p className={classes.hidden}>{t('feedback.hiddenFor', item.hidden)}</p>}
        <p className={classes.foot}>
          {orderLink}
          {may.answer && !item.hidden && (
            <Button variant="subtle" size="compact-sm" onClick={() => setDialog('answer')}>
              {t(item.answer ? 'feedback.changeAnswer' : 'feedback.answer')}
            </Button>
          )}
          {may.hide && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => (item.hidden ? show.mutate(undefined) : setDialog('hide'))}
            >
              {t(item.hidden ? 'feedback.show' : 'feedback.hide')}
            </Button>
          )}
        </p>
      </div>
      {dialog === 'answer' && <AnswerDialog item={item} params={params} onClose={close} />}
      {dialog === 'hide' && <HideDialog params={params} onClose={close} />}
    </li>
  )
}

interface DialogProps {
  params: { id: number; feedbackId: number }
  onClose: () => void
}

function AnswerDialog({ item, params, onClose }: DialogProps & { item: Feedback }) {
  const { t } = useTranslation()
  return (
    <WordsDialog
      title={t('feedback.answer')}
      label={t('feedback.answerLabel')}
      hint={t('feedback.answerHint')}
      words={item.answer?.text ?? ''}
      mayBeEmpty={item.answer !== null}
      longest={2000}
      act={(answer) => request(contract.feedback.answer, { params, body: { answer } })}
      onClose={onClose}
    />
  )
}

function HideDialog({ params, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <WordsDialog
      title={t('feedback.hide')}
      label={t('feedback.reason')}
      hint={t('feedback.reasonHint')}
      words=""
      longest={500}
      act={(reason) => request(contract.feedback.hide, { params, body: { hidden: true, reason } })}
      onClose={onClose}
    />
  )
}
