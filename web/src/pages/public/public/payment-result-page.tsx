import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useTitle } from '../../../ui/frame/use-title.ts'
import classes from './payment-result-page.module.css'

export const PaymentSuccessPage = () => <PaymentResultPage result="success" />
export const PaymentFailPage = () => <PaymentResultPage result="fail" />

/** Where the payment provider sends people back to (domain.md#public-pages). */
function PaymentResultPage({ result }: { result: 'success' | 'fail' }) {
  const { t } = useTranslation()
  const manager = useManager()
  const title = t(`public.payment.${result}`)
  useTitle(title)
  return (
    <section className={classes.page} data-result={result}>
      <Picture good={result === 'success'} />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{t(`public.payment.${result}Text`)}</p>
      <div className={classes.actions}>
        <Button component={Link} to={manager ? '/dashboard' : '/'} size="md">
          {manager ? t('layout.dashboard') : t('layout.home')}
        </Button>
        <Button component={Link} to="/support/app-manual" size="md" variant="default">
          {t('public.manual')}
        </Button>
      </div>
    </section>
  )
}

/** A card over a station, and how it went. */
function Picture({ good }: { good: boolean }) {
  return (
    <svg width="200" height="132" viewBox="0 0 200 132" fill="none" aria-hidden="true" focusable="false">
      <path d="M16 118h168" stroke="var(--sm-line)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M34 118V50a16 16 0 0 1 32 0v68"
        stroke="var(--sm-text-3)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M51 58l-7 13h6l-2 10 8-13h-6z" fill="var(--sm-accent)" />
      <path
        d="M66 78h8c5 0 7 3 7 8v10"
        stroke="var(--sm-text-3)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray={good ? 'none' : '3 7'}
      />
      <rect
        x="80"
        y="34"
        width="92"
        height="60"
        rx="9"
        fill="var(--sm-surface)"
        stroke="var(--sm-accent)"
        strokeWidth="2"
      />
      <path d="M80 52h92" stroke="var(--sm-accent)" strokeWidth="8" opacity="0.35" />
      <path d="M92 78h22M122 78h12" stroke="var(--sm-text-3)" strokeWidth="3" strokeLinecap="round" />
      <circle cx="168" cy="90" r="19" className={classes.badge} />
      <path
        d={good ? 'M160 90l6 6 11-12' : 'M162 84l12 12M174 84l-12 12'}
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
