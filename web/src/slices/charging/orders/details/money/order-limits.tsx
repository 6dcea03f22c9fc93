import type { OrderDetails } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { useRunningNow } from '../../../../../ui/dates/use-server-now.ts'
import classes from '../status-banner.module.css'
import { chargedSeconds, chargingAmountOf } from './order-amounts.ts'
import { secondsToLimit } from './time-to-limit.ts'

/** The limits that end an open order, and approximately when. */
export function OrderLimits({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useRunningNow()
  const { limit_amount, limit_kwh, limit_seconds, limit_percents } = order
  // a limit that is paid beforehand is never exceeded; any other limit is reached with a meter value
  const isPromised = order.hold_amount !== null
  const limits = [
    ...(limit_amount === null ? [] : [format.money(limit_amount)]),
    ...(limit_kwh === null ? [] : [`${format.number(limit_kwh, decimalsOf(limit_kwh))} ${t('units.kwh')}`]),
    ...(limit_seconds === null ? [] : [format.duration(limit_seconds)]),
    ...(limit_percents === null ? [] : [`${limit_percents} %`]),
  ]
  const parts = [
    ...(limits.length > 0
      ? [t(`order.banner.${isPromised ? 'limit' : 'limitAbout'}`, { limits: limits.join(', ') })]
      : []),
    ...endOf(order),
  ]
  return <span className={classes.hint}>{parts.join(' · ')}</span>

  function endOf({ status, stop_tx_status, meters }: OrderDetails): string[] {
    if (status === 'starting') return [t('order.banner.starting')]
    if (status !== 'started') return []
    if (stop_tx_status === 'wait') return [t('order.banner.stopAsked')]
    if (stop_tx_status === 'accepted_has') return [t('order.banner.stopAccepted')]
    const seconds = secondsToLimit(
      {
        powerW: meters.power?.value ?? null,
        energyWh: meters.energy?.value ?? 0,
        amountMinor: chargingAmountOf(order),
        soc: meters.soc?.value ?? null,
        socStart: order.meters_begin.soc?.value ?? null,
        elapsedSeconds: chargedSeconds(order, now) ?? 0,
      },
      {
        amountMinor: limit_amount,
        energyWh: limit_kwh === null ? null : limit_kwh * 1000,
        seconds: limit_seconds,
        percents: limit_percents,
      },
      { tariff: order.tariff, rate: order.rate, discount: order.discount },
    )
    if (seconds === null) return []
    if (seconds < 60) return [t('order.banner.stopsSoon')]
    return [t('order.banner.stopsIn', { duration: format.duration(Math.round(seconds / 60) * 60) })]
  }
}

const decimalsOf = (kwh: number) => (Number.isInteger(kwh) ? 0 : 1)
