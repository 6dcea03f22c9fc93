import type { PayPage as Page } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../api/calls/api-error.ts'
import { serverNow } from '../../../api/live/server-clock.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ActionView } from '../../../slices/public/pay/action-view.tsx'
import { type PayActions, payQuery, usePayActions } from '../../../slices/public/pay/pay-query.ts'
import { PlacePanel } from '../../../slices/public/pay/place-panel.tsx'
import { ReceiptView } from '../../../slices/public/pay/receipt-view.tsx'
import { ServicesPanel } from '../../../slices/public/pay/services-panel.tsx'
import { SessionView } from '../../../slices/public/pay/session/session-view.tsx'
import { WaitView } from '../../../slices/public/pay/session/wait-view.tsx'
import { ChooseView } from '../../../slices/public/pay/ways/choose-view.tsx'
import { SaveCard } from '../../../slices/public/pay/ways/save-card.tsx'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { LogoMark } from '../../../ui/frame/logo.tsx'
import { useTitle } from '../../../ui/frame/use-title.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Waiting } from '../../../ui/states/waiting.tsx'
import { LanguageSwitch } from '../../../ui/theme/language-switch.tsx'
import { ThemeSwitch } from '../../../ui/theme/theme-switch.tsx'
import classes from './pay-page.module.css'

// few owe anything
const DebtView = lazy(() =>
  import('../../../slices/public/pay/debt-view.tsx').then((module) => ({ default: module.DebtView })),
)
const NoticeButton = lazy(() =>
  import('../../../slices/public/pay/notices/notice-button.tsx').then((module) => ({
    default: module.NoticeButton,
  })),
)
// few locations share their current out
const NeedPanel = lazy(() =>
  import('../../../slices/public/pay/session/need/need-panel.tsx').then((module) => ({
    default: module.NeedPanel,
  })),
)
const SayView = lazy(() =>
  import('../../../slices/public/pay/say-view.tsx').then((module) => ({ default: module.SayView })),
)

const route = getRouteApi('/pay/$token')

/** A driver pays for one order and follows it, by the link that names it (domain.md#paid-beforehand). */
export function PayPage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const page = useQuery(payQuery(token))
  if (page.data && codeOf(page.error) !== 'payment.not_found') return <Order page={page.data} token={token} />
  return (
    <Frame title={page.isError ? t('pay.title.gone') : t('pay.title.loading')} station={null}>
      {page.isPending && <Waiting text={t('pay.title.loading')} />}
      {page.isError &&
        (codeOf(page.error) === 'payment.not_found' || codeOf(page.error) === 'request.invalid' ? (
          <p>{t('pay.gone')}</p>
        ) : (
          <ErrorState error={page.error} onRetry={() => void page.refetch()} />
        ))}
    </Frame>
  )
}

function Order({ page, token }: { page: Page; token: string }) {
  const { t } = useTranslation()
  const actions = usePayActions(token)
  const [otherWay, setOtherWay] = useState(false)
  const url = page.action?.kind === 'redirect' ? page.action.url : null
  // after a payment the driver is sent to the bank once, and not again on the way back
  const paying = useRef(false)
  const { isPending } = actions.pay
  useEffect(() => {
    if (isPending) {
      paying.current = true
      setOtherWay(false)
    } else if (paying.current && page.step !== 'confirming') {
      paying.current = false
      if (url) location.assign(url)
    }
  }, [isPending, page.step, url])
  return (
    <Frame
      title={
        page.debt ? t('pay.debt.title') : page.for_debt ? t('pay.debt.paid') : t(`pay.title.${page.step}`)
      }
      station={page.station_number}
      tone={page.debt ? 'pay' : page.step}
    >
      {page.debt && (
        <Suspense fallback={<Waiting text={t('pay.debt.title')} />}>
          <DebtView page={page} debt={page.debt} actions={actions} />
        </Suspense>
      )}
      {page.for_debt ? (
        !page.debt && <p>{t('pay.debt.nothing')}</p>
      ) : (
        <>
          <Step
            page={page}
            token={token}
            actions={actions}
            otherWay={otherWay}
            onOtherWay={() => setOtherWay(true)}
          />
          <Actions page={page} actions={actions} />
          <Suspense>
            <NoticeButton page={page} token={token} />
            <SayView page={page} actions={actions} />
          </Suspense>
        </>
      )}
    </Frame>
  )
}

interface StepProps {
  page: Page
  token: string
  actions: PayActions
  otherWay: boolean
  onOtherWay: () => void
}

function Step({ page, token, actions, otherWay, onOtherWay }: StepProps) {
  const { t } = useTranslation()
  switch (page.step) {
    case 'action':
      if (page.action && !otherWay) return <ActionView action={page.action} onOtherWay={onOtherWay} />
      return <ChooseView page={page} actions={actions} />
    case 'pay':
      return <ChooseView page={page} actions={actions} />
    case 'charging':
    case 'stopping':
      return (
        <>
          <SessionView page={page} token={token} />
          <Suspense>{page.step === 'charging' && <NeedPanel token={token} />}</Suspense>
          <ServicesPanel page={page} actions={actions} />
          <PlacePanel page={page} />
        </>
      )
    case 'finished':
      return (
        <>
          <ReceiptView page={page} token={token} />
          <ServicesPanel page={page} actions={actions} />
          <SaveCard page={page} actions={actions} />
        </>
      )
    case 'canceled':
    case 'expired':
      return (
        <>
          <p>{t(`pay.reason.${reasonOf(page.reason)}`)}</p>
          <ReceiptView page={page} token={token} />
          <ServicesPanel page={page} actions={actions} />
        </>
      )
    default:
      return (
        <>
          <WaitView page={page} />
          <ServicesPanel page={page} actions={actions} />
          <PlacePanel page={page} />
        </>
      )
  }
}

const reasons = [
  'canceled_by_driver',
  'canceled_by_operator',
  'not_paid',
  'never_plugged',
  'reservation_over',
  'reservation_refused',
  'connector_taken',
] as const
const stations = ['reservation_unanswered', 'reservation_removed', 'start_rejected', 'no_transaction']

/** Why it was given up, as far as a driver can do something with it. */
const reasonOf = (reason: string | null) =>
  reasons.find((one) => one === reason) ?? (stations.includes(reason ?? '') ? 'station' : 'other')

function Actions({ page, actions }: { page: Page; actions: PayActions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [asking, setAsking] = useState<'stop' | 'cancel' | null>(null)
  const { can, reservation } = page
  const { start, stop, cancel } = actions
  const isFree = !reservation?.free_until || Date.parse(reservation.free_until) > serverNow()
  const costs = reservation && page.step !== 'pay' && page.step !== 'action' && page.step !== 'confirming'
  const failed = [start, stop, cancel].find(({ isError }) => isError)
  return (
    <>
      {failed && <FormError error={failed.error} />}
      {can.start && (
        <ChangeButton size="lg" fullWidth loading={start.isPending} onClick={() => start.mutate()}>
          {t('pay.start')}
        </ChangeButton>
      )}
      {can.stop && (
        <ChangeButton
          size="lg"
          fullWidth
          color="red.8"
          loading={stop.isPending}
          onClick={() => setAsking('stop')}
        >
          {t('pay.stop')}
        </ChangeButton>
      )}
      {can.cancel && (
        <ChangeButton
          size="lg"
          fullWidth
          variant="default"
          loading={cancel.isPending}
          onClick={() => setAsking('cancel')}
        >
          {t('pay.cancel')}
        </ChangeButton>
      )}
      <ConfirmDialog
        opened={asking !== null}
        title={t(asking === 'stop' ? 'pay.stopTitle' : 'pay.cancelTitle')}
        text={
          asking === 'stop'
            ? t('pay.stopText')
            : costs && !isFree
              ? t('pay.cancelCosts', { fee: format.money(reservation.fee) })
              : t('pay.cancelFree')
        }
        action={t(asking === 'stop' ? 'pay.stop' : 'pay.cancelAction')}
        back={t('common.back')}
        onConfirm={() => (asking === 'stop' ? stop : cancel).mutate()}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

interface FrameProps {
  title: string
  station: number | null
  tone?: Page['step']
  children: ReactNode
}

/** The page around a state: which station it is about, and what is the case. */
function Frame({ title, station, tone, children }: FrameProps) {
  const { t } = useTranslation()
  const phone = useHelpConfig()?.support_phone
  useTitle(title)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <LogoMark size={28} />
        <span className={classes.station}>
          {station === null ? 'Stationmaster' : t('pay.station', { number: stationNumber(station) })}
        </span>
        <ThemeSwitch />
        <LanguageSwitch />
      </header>
      <main className={classes.main}>
        <div role="status">
          <h1 className={classes.title} data-step={tone}>
            {title}
          </h1>
        </div>
        {children}
        <p className={classes.foot}>
          {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{t('pay.support', { phone })}</a>}
          <Link to="/terms">{t('public.legal.terms')}</Link>
        </p>
      </main>
    </div>
  )
}
