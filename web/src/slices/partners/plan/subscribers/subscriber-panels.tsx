import type { SubscriberPage } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Money } from '../../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { SubscriberState } from './subscriber-state.tsx'
import classes from './subscribers.module.css'

/** How a subscriber stands, what was charged, and what was done to the plan. */
export function SubscriberPanels({ subscriber }: { subscriber: SubscriberPage }) {
  const { t } = useTranslation()
  const { charges, events } = subscriber
  return (
    <>
      <About subscriber={subscriber} />
      <Charges charges={charges} />
      <Panel title={t('plan.subscribers.events')} count={events.length} flush>
        <ul className={classes.events}>
          {events.map(({ id, at, what }) => (
            <li key={id} className={classes.event}>
              {t(`plan.subscribers.event.${what}`)}
              <When at={at} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

/** The state of the plan, and what it costs. */
function About({ subscriber }: { subscriber: SubscriberPage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, cancels, email, frequency, quantity, fee, next_at, refusals, decline_code } = subscriber
  const { monthly_revenue, switched_off } = subscriber
  const runs = state !== 'ended'
  return (
    <Panel title={t('plan.subscribers.about')}>
      <Facts>
        <Fact name={t('plan.subscribers.columns.state')}>
          <SubscriberState state={state} cancels={cancels} />
        </Fact>
        <Fact name={t('plan.fields.email')}>{email}</Fact>
        <Fact name={t('plan.subscribers.columns.plan')}>{runs ? 'Pro' : 'Free'}</Fact>
        {runs && (
          <>
            <Fact name={t('plan.fee')} strong>
              <Money minor={fee} unit /> {t(`plan.per.${frequency}`)}
            </Fact>
            <Fact name={t('plan.subscribers.revenue')}>
              <Money minor={monthly_revenue} unit />
            </Fact>
            <Fact name={t('plan.quantity')}>{format.number(quantity)}</Fact>
          </>
        )}
        {next_at && (
          <Fact name={t(cancels ? 'plan.endsOn' : 'plan.nextPayment')}>
            <When at={next_at} style="day" />
          </Fact>
        )}
        {refusals > 0 && (
          <Fact name={t('plan.subscribers.refused', { count: refusals })}>{decline_code}</Fact>
        )}
      </Facts>
      {switched_off.length > 0 && (
        <p className={classes.off}>
          {t('plan.subscribers.off', { count: switched_off.length, ids: switched_off.join(', ') })}
        </p>
      )}
    </Panel>
  )
}

function Charges({ charges }: Pick<SubscriberPage, 'charges'>) {
  const { t } = useTranslation()
  return (
    <Panel title={t('plan.subscribers.charges')} count={charges.length} flush>
      <ul className={classes.events}>
        {charges.map(({ id, number, kind, state: paid, quantity: count, amount, at, decline_code: why }) => (
          <li key={id} className={classes.event}>
            <span>
              {[
                number && t('plan.invoice', { number }),
                t(`plan.kinds.${kind}`, { count }),
                t(`plan.subscribers.charge.${paid}`),
                paid === 'paid' ? null : why,
              ]
                .filter(Boolean)
                .join(' · ')}
              <br />
              <When at={at} />
            </span>
            <Money minor={amount} unit />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
