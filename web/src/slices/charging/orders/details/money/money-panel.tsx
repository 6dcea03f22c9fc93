import type { OrderDetails } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../../../i18n/format.ts'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { Money } from '../../../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../../ui/frame/panel.tsx'
import type { Line } from '../chronology/chronology.ts'
import { isOpen } from '../details-query.ts'
import { explainMoney, type MoneyLine } from './money-lines.ts'
import classes from './money-panel.module.css'
import { chargingAmountOf, heldAmountOf, pricedSeconds } from './order-amounts.ts'

/** What an order costs and why, and the amounts that were held and captured for it. */
export function MoneyPanel({ order, logs }: { order: OrderDetails; logs: readonly Line[] }) {
  const { t } = useTranslation()
  const money = explainMoney({
    ...order,
    energyWh: order.meters.energy?.value ?? 0,
    seconds: pricedSeconds(order, logs),
    totalMinor: chargingAmountOf(order),
  })
  const held = heldAmountOf(logs)
  const open = isOpen(order)
  const due = money.totalMinor + (order.reservation_price ?? 0)
  const captured = order.captured_amount
  return (
    <Panel title={t('order.money.title')}>
      <Facts>
        {money.lines.length === 0 && (
          <Fact name={t('order.money.free')}>
            <Money minor={0} unit />
          </Fact>
        )}
        {money.lines.map((line) => (
          <Fact key={`${line.dimension} ${line.window?.from}`} name={<LineName line={line} />}>
            <Money minor={line.amountMinor} unit />
          </Fact>
        ))}
        {order.discount > 0 && (
          <Fact name={t('order.money.discount', { percent: order.discount })}>
            <Money minor={-money.discountMinor} unit />
          </Fact>
        )}
        {money.adjustmentMinor !== 0 && (
          <Fact name={t('order.money.adjustment')}>
            <Money minor={money.adjustmentMinor} unit />
          </Fact>
        )}
        {money.borneMinor !== 0 && (
          <Fact name={t('order.money.borne')}>
            <Money minor={-money.borneMinor} unit />
          </Fact>
        )}
        <Extras order={order} />
        {order.payment_method_type && (
          <Fact name={t('order.money.method')}>{t(`enums.paymentMethod.${order.payment_method_type}`)}</Fact>
        )}
        {held !== null && (
          <Fact name={t('order.money.held')}>
            <Money minor={held} unit />
          </Fact>
        )}
        <Fact name={open ? t('order.money.toCapture') : t('order.money.captured')}>
          <Money minor={open ? due : captured} unit />
        </Fact>
        <InAll order={order} />
      </Facts>
      {!open && captured !== null && captured !== due && order.payment_intent_status !== 'created' && (
        <p className={classes.difference}>{t('order.money.differs')}</p>
      )}
    </Panel>
  )
}

/** What an order costs besides its charging. */
function Extras({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const extras = [
    ['reservation', order.reservation_price],
    ['services', order.services_price],
    ['idle', order.parking_amount],
    ['cashback', order.cashback_amount],
  ] as const
  return extras.map(
    ([name, amount]) =>
      amount !== null && (
        <Fact key={name} name={t(`order.money.${name}`)}>
          <Money minor={amount} unit />
        </Fact>
      ),
  )
}

/** The last line: all that was captured for the order, less refunds, and what is open. */
function InAll({ order: { paid_in_all: paid } }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const more = [
    paid.given_back > 0 && t('order.money.givenBack', { amount: format.money(paid.given_back) }),
    paid.open > 0 && t('order.money.open', { amount: format.money(paid.open) }),
  ].filter(Boolean)
  return (
    <Fact
      name={
        <>
          {t('order.money.inAll')}
          {more.length > 0 && <span className={classes.window}>{more.join(' · ')}</span>}
        </>
      }
      strong
    >
      <Money minor={paid.captured - paid.given_back} unit />
    </Fact>
  )
}

function LineName({ line }: { line: MoneyLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { dimension, quantity, unitPriceMinor, window } = line
  const amounts = { energy: `${format.number(quantity / 1000, 3)} ${t('units.kwh')}`, flat: '' }
  const used = dimension === 'energy' || dimension === 'flat' ? amounts[dimension] : clock(quantity)
  const per = dimension === 'energy' ? '' : ` ${t('units.perMinute')}`
  const price = dimension === 'flat' ? '' : ` × ${format.money(unitPriceMinor)}${per}`
  const time = (at: string) => format.when(new Date(at), 'time')
  return (
    <>
      {t(`order.dimension.${dimension}`)} {used}
      {price}
      {window && (
        <span className={classes.window}>
          {time(window.from)}–{time(window.to)}
        </span>
      )}
    </>
  )
}
