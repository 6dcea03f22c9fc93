import { contract, type InquiryWord, inquiryWords, type OrderDetails } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../../api/calls/request.ts'
import { useChange } from '../../../../../api/use-change.ts'
import { useCode } from '../../../../../i18n/use-code.ts'
import { useErrorText } from '../../../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../../../ui/buttons/change-button.tsx'
import { Ago } from '../../../../../ui/dates/duration.tsx'
import { Panel } from '../../../../../ui/frame/panel.tsx'
import { IconMessageQuestion } from '../../../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../../../ui/states/command-answer.tsx'
import { orderDetailsQuery } from '../details-query.ts'
import type { Line } from './chronology.ts'
import classes from './inquiry-panel.module.css'

/** Asks the station whether a session runs and whether messages about it wait, and explains the answer. */
export function InquiryPanel({ order, logs }: { order: OrderDetails; logs: readonly Line[] }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const ask = useChange({
    mutationFn: () => request(contract.orders.inquire, { params: { id: order.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: orderDetailsQuery(order.id).queryKey }),
  })
  const last = logs.findLast(({ event }) => event === 'transaction_inquiry')
  if (!order.can.inquire && !last) return null
  return (
    <Panel
      title={t('order.inquiry.title')}
      actions={
        order.can.inquire && (
          <ChangeButton
            variant="default"
            size="xs"
            leftSection={<IconMessageQuestion size={14} stroke={1.75} />}
            disabled={!order.station_online}
            loading={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {t('order.inquiry.ask')}
          </ChangeButton>
        )
      }
    >
      {last?.status ? (
        <InquiryAnswer word={last.status} at={last.created_at} open={order.status === 'started'} />
      ) : (
        <p className={classes.quiet}>{t('order.inquiry.text')}</p>
      )}
      {ask.isError && (
        <CommandAnswer good={false} onClose={ask.reset}>
          {errorText(ask.error)}
        </CommandAnswer>
      )}
    </Panel>
  )
}

const isWord = (word: string): word is InquiryWord => (inquiryWords as readonly string[]).includes(word)

function InquiryAnswer({ word, at, open }: { word: string; at: string; open: boolean }) {
  const { t } = useTranslation()
  const code = useCode()
  return (
    <div role="status">
      <p className={classes.answer}>
        {isWord(word)
          ? t(`order.inquiry.${word}`)
          : t('order.inquiry.unanswered', { reason: code('outcome', word) })}
        {word === 'ended' && open && ` ${t('order.inquiry.lost')}`}
      </p>
      <p className={classes.quiet}>
        {t('order.inquiry.asked')} <Ago at={at} />
      </p>
    </div>
  )
}
