import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { IconCalendarTime, IconCoins, IconCreditCard, IconNfc } from '../../../ui/pictures/icons.ts'
import classes from './app-manual-page.module.css'
import { manualTerms } from './manual-terms.ts'
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
    points: ['manual.tag.what', 'manual.tag.add', 'manual.tag.plug', 'manual.tag.hold'],
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

/** How drivers pay, reserve, use a smart tag and get cashback (domain.md#public-pages). */
export function AppManualPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const config = useHelpConfig()
  const phone = config?.support_phone
  const freeSeconds = config?.reservation_free_seconds ?? 0
  const money = (minor: number) => `${format.number(minor / 100)}\u00a0${network.currencySign}`
  const values = {
    idleFee: money(manualTerms.idleFeeMinor),
    idleMinutes: manualTerms.idleMinutes,
    reservationFee: money(manualTerms.reservationMinor),
    longest: format.duration(manualTerms.longestReservationMinutes * 60),
    connectMinutes: manualTerms.connectMinutes,
    cardCheck: money(manualTerms.cardCheckMinor),
    tagMinutes: format.number(manualTerms.tagSeconds / 60, 1),
    refundDays: manualTerms.refundDays,
    free: format.duration(freeSeconds),
  }
  return (
    <TextPage title={t('public.manual')} intro={t('manual.intro')}>
      {sections.map(({ id, icon: Icon, points }) => (
        <section key={id} className={classes.section}>
          <span className={classes.icon}>
            <Icon size={22} stroke={1.6} aria-hidden="true" />
          </span>
          <div>
            <h2 className={classes.title}>{t(`manual.${id}.title`)}</h2>
            <ul className={classes.points}>
              {points.map((point) => (
                <li key={point}>{t(saidOf(point, freeSeconds), values)}</li>
              ))}
            </ul>
          </div>
        </section>
      ))}
      <section className={classes.faq}>
        <h2 className={classes.title}>{t('manual.faq.title')}</h2>
        {questions.map(({ ask, answer }) => (
          <details key={ask} className={classes.question}>
            <summary className={classes.ask}>{t(ask)}</summary>
            <p className={classes.answer}>{t(answer, values)}</p>
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
    </TextPage>
  )
}
