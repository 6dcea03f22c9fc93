import type { DriverManual } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorOf } from '../../../api/calls/api-error.ts'
import { network } from '../../../api/network.ts'
import { send } from '../../../api/tokens.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { IconCalendarTime, IconCoins, IconCreditCard, IconNfc } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Waiting } from '../../../ui/states/waiting.tsx'
import classes from './app-manual-page.module.css'
import { TextPage } from './text-page.tsx'

const sections = [
  {
    id: 'payment',
    icon: IconCreditCard,
    points: [
      'manual.payment.card',
      'manual.payment.check',
      'manual.payment.hold',
      'manual.payment.idle',
      'manual.payment.refund',
    ],
  },
  {
    id: 'reservation',
    icon: IconCalendarTime,
    points: [
      'manual.reservation.how',
      'manual.reservation.price',
      'manual.reservation.longest',
      'manual.reservation.connect',
      'manual.reservation.cancel',
    ],
  },
  {
    id: 'tag',
    icon: IconNfc,
    points: ['manual.tag.what', 'manual.tag.add', 'manual.tag.plug', 'manual.tag.late', 'manual.tag.hold'],
  },
  {
    id: 'cashback',
    icon: IconCoins,
    points: ['manual.cashback.what', 'manual.cashback.when', 'manual.cashback.use'],
  },
] as const

/** Where no time is free, a canceled reservation costs what it costs. */
const saidOf = (point: (typeof sections)[number]['points'][number], freeSeconds: number) =>
  point === 'manual.reservation.cancel' && freeSeconds === 0 ? 'manual.reservation.cancelPaid' : point

const questions = [
  { ask: 'manual.faq.notStarting', answer: 'manual.faq.notStartingText' },
  { ask: 'manual.faq.stop', answer: 'manual.faq.stopText' },
  { ask: 'manual.faq.release', answer: 'manual.faq.releaseText' },
  { ask: 'manual.faq.refund', answer: 'manual.faq.refundText' },
  { ask: 'manual.faq.why', answer: 'manual.faq.whyText' },
] as const

/** Working days in which a bank gives back what is released. */
const refundDays = 3
const longestReservationSeconds = 3600

/** Without the contract, whose validator a phone would have to load. */
async function readManual(signal: AbortSignal): Promise<DriverManual> {
  const answer = await send('/api/v1/help/manual', { signal }, undefined)
  if (!answer.ok) throw await errorOf(answer)
  return answer.json()
}

const valuesOf = (
  { idle, reservation_fee, connect_minutes, card_check, tag_seconds }: DriverManual,
  money: (minor: number) => string,
  tenths: (value: number) => string,
) => ({
  idleFee: money(idle?.block_amount ?? 0),
  graceMinutes: idle?.grace_minutes ?? 0,
  blockMinutes: idle?.block_minutes ?? 0,
  reservationFee: money(reservation_fee),
  connectMinutes: connect_minutes,
  cardCheck: money(card_check),
  tagMinutes: tenths(tag_seconds / 60),
  refundDays,
})

/** How drivers pay, reserve, use a smart tag and get cashback (domain.md#public-pages). */
export function AppManualPage() {
  const { t } = useTranslation()
  const {
    data: manual,
    error,
    refetch,
  } = useQuery({
    queryKey: ['help', 'manual'],
    queryFn: ({ signal }) => readManual(signal),
  })
  return (
    <TextPage title={t('public.manual')} intro={t('manual.intro')}>
      {manual ? (
        <ManualText manual={manual} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting text={t('manual.waiting')} />
      )}
    </TextPage>
  )
}

function ManualText({ manual }: { manual: DriverManual }) {
  const { t } = useTranslation()
  const format = useFormat()
  const config = useHelpConfig()
  const phone = config?.support_phone
  const freeSeconds = config?.reservation_free_seconds ?? 0
  const money = (minor: number) => `${format.number(minor / 100)}\u00a0${network.currencySign}`
  const values = valuesOf(manual, money, (value) => format.number(value, 1))
  const texts = {
    ...values,
    longest: format.duration(longestReservationSeconds),
    free: format.duration(freeSeconds),
  }
  const hasIdleFee = manual.idle !== null
  return (
    <>
      {sections.map(({ id, icon: Icon, points }) => (
        <section key={id} className={classes.section}>
          <span className={classes.icon}>
            <Icon size={22} stroke={1.6} aria-hidden="true" />
          </span>
          <div>
            <h2 className={classes.title}>{t(`manual.${id}.title`)}</h2>
            <ul className={classes.points}>
              {points
                .filter((point) => hasIdleFee || point !== 'manual.payment.idle')
                .map((point) => (
                  <li key={point}>{t(saidOf(point, freeSeconds), texts)}</li>
                ))}
            </ul>
          </div>
        </section>
      ))}
      <section className={classes.faq}>
        <h2 className={classes.title}>{t('manual.faq.title')}</h2>
        {questions
          .filter(({ ask }) => hasIdleFee || ask !== 'manual.faq.why')
          .map(({ ask, answer }) => (
            <details key={ask} className={classes.question}>
              <summary className={classes.ask}>{t(ask)}</summary>
              <p className={classes.answer}>{t(answer, texts)}</p>
            </details>
          ))}
      </section>
      <p className={classes.phone}>
        <Link to="/driver" className={classes.number}>
          {t('manual.account')}
        </Link>
      </p>
      {phone && (
        <p className={classes.phone}>
          {t('manual.support')}{' '}
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={classes.number}>
            {phone}
          </a>
        </p>
      )}
    </>
  )
}
