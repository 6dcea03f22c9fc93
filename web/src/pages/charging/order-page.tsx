import type { OrderDetails } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { OrderFeedbackPanel } from '../../slices/charging/feedback/order-feedback-panel.tsx'
import { OrderCurvePanel } from '../../slices/charging/orders/curve/order-curve.tsx'
import { ChronologyPanel } from '../../slices/charging/orders/details/chronology/chronology-panel.tsx'
import { InquiryPanel } from '../../slices/charging/orders/details/chronology/inquiry-panel.tsx'
import { Verdict } from '../../slices/charging/orders/details/chronology/verdict.tsx'
import { OrderFigures } from '../../slices/charging/orders/details/figures/order-figures.tsx'
import { MoneyPanel } from '../../slices/charging/orders/details/money/money-panel.tsx'
import { SessionPanel } from '../../slices/charging/orders/details/session-panel.tsx'
import { SignedPanel } from '../../slices/charging/orders/signed/signed-panel.tsx'
import { OrderPaymentPanel, PaymentPanel } from '../../slices/money/payments/order-payment-panel.tsx'
import { ReceiptsPanel } from '../../slices/money/receipts/receipts-panel.tsx'
import { OrderServicesPanel } from '../../slices/money/services/order-services-panel.tsx'
import { DebtActs } from '../../slices/operations/inbox/debts/debt-acts.tsx'
import { ReviewChoices } from '../../slices/operations/inbox/sessions/review-choices.tsx'
import { DriverLinkPanel } from '../../slices/public/pay/for-staff/driver-link-panel.tsx'
import { RoamingPanel } from '../../slices/roaming/roaming-sessions/roaming-panel.tsx'
import classes from './order-frame.module.css'
import { OrderFrame } from './order-frame.tsx'

/** The order's own page: its state, what happened to it, what it costs and why. */
export function OrderPage() {
  const role = useManager()?.role
  const canPrice = role === 'administrator'
  const acts = role !== 'accounter'
  return (
    <OrderFrame>
      {({ order, logs }) => (
        <>
          <Verdict order={order} />
          <OrderFigures order={order} />
          <OrderCurvePanel order={order} logs={logs}>
            {acts && order.needs_review && order.status === 'completed' && (
              <ReviewChoices item={{ ...order, order_id: order.id }} canPrice={canPrice} />
            )}
          </OrderCurvePanel>
          <div className={classes.columns}>
            <div className={classes.content}>
              <ChronologyPanel order={order} logs={logs} />
              <Below order={order} acts={acts} />
            </div>
            <div className={classes.side}>
              {order.can.pay && <DriverLinkPanel order={order} />}
              {acts && <OrderFeedbackPanel orderId={order.id} />}
              <MoneyPanel order={order} logs={logs} />
              {order.fleet && <RoamingPanel orderId={order.id} />}
              {order.status === 'completed' && (
                <OrderPaymentPanel
                  orderId={order.id}
                  renderDebt={({ purpose, debt_amount, can }) =>
                    purpose !== 'service' && (
                      <DebtActs
                        orderId={order.id}
                        purpose={purpose}
                        amount={debt_amount}
                        decides={can.waive_debt}
                        canCharge={can.charge_debt}
                        canLink={can.link_debt}
                        user={order.user}
                        className={classes.acts}
                      />
                    )
                  }
                />
              )}
              <OrderServicesPanel
                orderId={order.id}
                renderPayment={(payment, title) => <PaymentPanel payment={payment} title={title} />}
              />
              <InquiryPanel order={order} logs={logs} />
            </div>
          </div>
        </>
      )}
    </OrderFrame>
  )
}

/** Leads to where the keys of the order's station are kept. */
function KeysLink({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/charge-points/$stationId/controllers"
      params={{ stationId: order.station_id }}
      hash="meter-keys"
      className={classes.link!}
    >
      {t('signed.toKeys')}
    </Link>
  )
}

/** What stands below the chronology. */
function Below({ order, acts }: { order: OrderDetails; acts: boolean }) {
  return (
    <div className={classes.below}>
      <SessionPanel order={order} />
      {order.transaction_start !== null && (
        <SignedPanel order={order} keysLink={acts && <KeysLink order={order} />} />
      )}
      {(order.status === 'completed' || order.services_price !== null) && (
        <ReceiptsPanel orderId={order.id} />
      )}
    </div>
  )
}
