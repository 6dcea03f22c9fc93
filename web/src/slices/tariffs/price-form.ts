import { defaultTariff, type IdlePrice, idlePriceBody, pricingPreviewBody } from '@stationmaster/contract'
import { instantOf } from '@stationmaster/units'
import { useState } from 'react'
import { network } from '../../api/network.ts'
import { type IdleForm, idleFormOf } from '../../ui/idle-fields.tsx'
import { boundsOf } from '../../ui/number-bounds.ts'

/** What is typed; an empty field is ''. */
export interface PriceForm {
  tariff: number | ''
  rate: number | ''
  startFee: number | ''
  /** whose idle fee holds: the location's, the tariff's own, or nobody's */
  idleFrom: 'location' | 'own' | 'none'
  idle: IdleForm
  /** Values of kinds (see kindValue); none: all connectors. */
  kinds: string[]
  later: boolean
  /** YYYY-MM-DD and HH:MM in the network's time zone */
  day: string
  time: string
}

export const emptyForm: PriceForm = {
  tariff: defaultTariff,
  rate: 0,
  startFee: 0,
  idleFrom: 'location',
  idle: idleFormOf(null),
  kinds: [],
  later: false,
  day: '',
  time: '00:00',
}

interface Kind {
  type: string
  current: string
  power: number
}

/** A kind of connector as the value of a select, and back. */
export const kindValue = ({ type, current, power }: Kind): string => JSON.stringify([type, current, power])
export const kindOf = (value: string) => {
  const [type, current, power] = JSON.parse(value) as [string, string, number]
  return { type, current, power }
}

const { price, rate, start_fee: startFee } = pricingPreviewBody.shape

/** What the fields take, in kopecks. */
export const priceBounds = {
  tariff: boundsOf(price),
  rate: boundsOf(rate.unwrap()),
  startFee: boundsOf(startFee.unwrap()),
}

/** Which fields hold something that the server takes. */
export const validity = (form: PriceForm, now: number) => ({
  tariff: price.safeParse(form.tariff).success,
  rate: rate.safeParse(form.rate).success,
  startFee: startFee.safeParse(form.startFee).success,
  idle: form.idleFrom !== 'own' || idlePriceBody.safeParse(form.idle).success,
  start: !form.later || (startOf(form)?.getTime() ?? 0) > now,
})

/** What a form makes of a tariff's idle fee, and back. */
export function idleOf({ idleFrom, idle }: PriceForm): IdlePrice | null {
  if (idleFrom === 'location') return null
  return idlePriceBody.parse(idleFrom === 'own' ? idle : { ...idleFormOf(null), block_amount: 0 })
}
export const idleFieldsOf = (idle: IdlePrice | null): Pick<PriceForm, 'idleFrom' | 'idle'> => {
  if (!idle) return { idleFrom: 'location', idle: idleFormOf(null) }
  return idle.block_amount > 0
    ? { idleFrom: 'own', idle: idleFormOf(idle) }
    : { idleFrom: 'none', idle: idleFormOf(null) }
}

/** The moment at which the price is to begin; null: now, or not told yet. */
export function startOf({ later, day, time }: PriceForm): Date | null {
  if (!later || day === '' || !/^\d\d:\d\d$/.test(time)) return null
  const [hours, minutes] = time.split(':').map(Number)
  return instantOf(day, hours! * 60 + minutes!, network.timeZone)
}

export function usePriceForm(initial: Partial<PriceForm> = {}) {
  const [form, setForm] = useState<PriceForm>({ ...emptyForm, ...initial })
  const set = (change: Partial<PriceForm>) => setForm((before) => ({ ...before, ...change }))
  return { form, set }
}
