import { Button, Group } from '@mantine/core'
import type { OrderPayment } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { useProviderName } from '../../../ui/words/use-provider-name.ts'
import { BookingDialog } from './booking-dialog.tsx'
import classes from './order-payment-panel.module.css'
import { orderPaymentQuery } from './order-payment-query.ts'
import { GivingBackDialog } from './refunds/giving-back-dialog.tsx'
import { SettlementsPanel } from './settlements-panel.tsx'

/** What is done with a payment's debt; of the page. */
type RenderDebt = (payment: OrderPayment) => ReactNode

/** What was paid for an order that has ended, what went back of it, and what may be done with it. */
export function OrderPaymentPanel({ orderId, renderDebt }: { orderId: number; renderDebt: RenderDebt }) {
  const { t } = useTranslation()
  const query = useQuery(orderPaymentQuery(orderId))
  if (query.isError && !query.data)
    return (
      <Panel title={t('payments.one.title')}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Panel>
    )
  if (!query.data) return null
  const { payment, idle, booked, settlements } = query.data
  return (
    <>
      {payment && <PaymentPanel payment={payment} title={t('payments.one.title')} renderDebt={renderDebt} />}
      {idle && <PaymentPanel payment={idle} title={t('payments.one.idle')} renderDebt={renderDebt} />}
      {booked.map((one) => (
        <PaymentPanel
          key={one.booking_id}
          payment={one}
          title={t(one.purpose === 'parking' ? 'payments.one.idleHandedOver' : 'payments.one.handedOver')}
        />
      ))}
      {settlements.length > 0 && <SettlementsPanel settlements={settlements} />}
    </>
  )
}

/** One payment of an order, what went back of it, and what may be done with it. */
export function PaymentPanel({
  payment,
  title,
  renderDebt,
}: {
  payment: OrderPayment
  title: string
  renderDebt?: RenderDebt
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'book' | 'refund' | 'chargeback' | null>(null)
  const close = () => setOpen(null)
  const { can } = payment
  return (
    <Panel title={title}>
      <PaymentFacts payment={payment} />
      <GivenBack payment={payment} />
      {payment.can.book_debt && renderDebt?.(payment)}
      {payment.cannot.refund && (
        <p className={classes.cannot}>
          {t(`payments.cannot.refund.${payment.cannot.refund}`, { provider: payment.provider ?? '' })}
        </p>
      )}
      {(can.book || can.refund || can.charge_back) && (
        <Group gap="xs" mt="md">
          {can.book && (
            <Button size="xs" variant="default" onClick={() => setOpen('book')}>
              {t('payments.book.action')}
            </Button>
          )}
          {can.refund && (
            <Button size="xs" variant="default" onClick={() => setOpen('refund')}>
              {t('payments.refund.action')}
            </Button>
          )}
          {can.charge_back && (
            <Button size="xs" variant="default" onClick={() => setOpen('chargeback')}>
              {t('payments.chargeback.action')}
            </Button>
          )}
        </Group>
      )}
      {open === 'book' && <BookingDialog payment={payment} onClose={close} />}
      {(open === 'refund' || open === 'chargeback') && (
        <GivingBackDialog payment={payment} kind={open} onClose={close} />
      )}
    </Panel>
  )
}

/** How it was paid, and what went off. */
function PaymentFacts({ payment }: { payment: OrderPayment }) {
  const { t } = useTranslation()
  const providerName = useProviderName()
  const shares = [
    ['agentFee', payment.agent_fee],
    ['bankCommission', payment.bank_commission],
    ['chargedBack', payment.charged_back_amount],
  ] as const
  return (
    <Facts>
      <Fact name={t('payments.one.method')}>{t(`enums.paymentMethod.${payment.method_type}`)}</Fact>
      {payment.provider && <Fact name={t('payments.one.provider')}>{providerName(payment.provider)}</Fact>}
      {payment.market_shop_id && <Fact name={t('payments.one.shop')}>{payment.market_shop_id}</Fact>}
      {payment.document_number && <Fact name={t('payments.one.document')}>{payment.document_number}</Fact>}
      {shares.map(
        ([name, minor]) =>
          minor !== null &&
          minor > 0 && (
            <Fact key={name} name={t(`payments.one.${name}`)}>
              <Money minor={minor} unit />
            </Fact>
          ),
      )}
      {payment.refunded_amount > 0 && (
        <Fact name={t('payments.one.refunded')}>
          <Money minor={payment.refunded_amount} unit />
        </Fact>
      )}
      {payment.debt_amount > 0 && (
        <Fact name={t('payments.one.debt')}>
          <Money minor={payment.debt_amount} unit />
        </Fact>
      )}
      <Fact name={t('payments.one.left')} strong>
        <Money minor={payment.captured_amount - payment.refunded_amount - payment.charged_back_amount} unit />
      </Fact>
    </Facts>
  )
}

/** Refunds and chargebacks, with who, when and why. */
function GivenBack({ payment: { given_back } }: { payment: OrderPayment }) {
  const { t } = useTranslation()
  if (given_back.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('payments.one.givenBack')}>
      {given_back.map(({ id, kind, amount, reason, state, refusal, created_at, created_by }) => (
        <li key={id}>
          <span className={classes.what}>
            {t(`payments.kind.${kind}`)} <Money minor={amount} unit />
            {state !== 'done' && (
              <span className={classes.state}>
                {[t(`payments.state.${state}`), refusal].filter(Boolean).join(': ')}
              </span>
            )}
          </span>
          <span className={classes.why}>
            <When at={created_at} style="dayTime" />
            {created_by && `, ${created_by}`}: {reason}
          </span>
        </li>
      ))}
    </ul>
  )
}
