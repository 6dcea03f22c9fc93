import type { ChargePlan } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { clockOf } from './next-time.ts'

/** A session's current and what comes of a need, in the words of the shown language. */
export function useNeedWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const kwh = (wh: number) => format.number(wh / 1000, wh % 1000 === 0 ? 0 : 1)
  const amperes = (a: number) => format.number(a, Number.isInteger(a) ? 0 : 1)
  // a driver reads times by the clock of the phone
  const time = (instant: string) => clockOf(new Date(instant))
  return {
    kwh,
    time,
    /** why it has what it has */
    now: ({ current_a, draws, reason, cars, shared_a, until }: NonNullable<ChargePlan['now']>): string => {
      const a = amperes(current_a)
      if (draws === false && current_a > 0) return t('pay.need.idle', { a })
      const shares = { count: cars ?? 0, shared: amperes(shared_a ?? 0) }
      if (reason === 'reduction') return t('pay.need.reduction', { a })
      if (reason === 'waits')
        return shared_a === null ? t('pay.need.waitsReduction') : t('pay.need.waits', shares)
      if (reason === 'fuse' || (reason === 'limit' && !until)) return t('pay.need.shares', { a, ...shares })
      if (reason === 'limit' && until) return t('pay.need.until', { a, time: time(until) })
      if (reason === 'price' && current_a === 0) return t('pay.need.price')
      if (reason === 'sun') return t('pay.need.sun', { a })
      if (reason === 'wanted') return t('pay.need.all', { a })
      return t('pay.need.charges', { a })
    },
    /** what comes of the need */
    forecast: ({ need, forecast }: ChargePlan): string | null => {
      if (!need) return null
      const until = time(need.departs_at)
      if (!forecast) return t('pay.need.reckoning')
      const { met_at, energy, wanted } = forecast
      if (wanted === null) return t('pay.need.about', { energy: kwh(energy), until })
      if (met_at) return t('pay.need.met', { wanted: kwh(wanted), time: time(met_at) })
      return t('pay.need.short', { energy: kwh(energy), wanted: kwh(wanted), until })
    },
  }
}
