import {
  defaultTariff,
  type IdlePrice,
  idlePriceBody,
  type PriceChange,
  priceWindowSchema,
  pricingPreviewBody,
} from '@stationmaster/contract'
import { instantOf } from '@stationmaster/units'
import { useState } from 'react'
import { network } from '../../../../api/network.ts'
import { type IdleForm, idleFormOf } from '../../../../ui/fields/idle-fields.tsx'
import { boundsOf } from '../../../../ui/fields/number-bounds.ts'

/** A typed window: hours with a price of their own. */
export interface WindowForm {
  /** key of the row while it is edited */
  key: number
  days: number[]
  from: string
  to: string
  tariff: number | ''
}

/** The typed values; an empty field is ''. */
export interface PriceForm {
  tariff: number | ''
  rate: number | ''
  startFee: number | ''
  /** which idle fee applies: the location's, the tariff's own, or none */
  idleFrom: 'location' | 'own' | 'none'
  idle: IdleForm
  windows: WindowForm[]
  /** of a session, in kopecks; null: no bound */
  minPrice: number | null
  maxPrice: number | null
  /** Values of kinds (see kindValue); none: all connectors. */
  kinds: string[]
  later: boolean
  /** YYYY-MM-DD and HH:MM in the location's time zone, or for many locations in the network's */
  day: string
  time: string
}

export const emptyForm: PriceForm = {
  tariff: defaultTariff,
  rate: 0,
  startFee: 0,
  idleFrom: 'location',
  idle: idleFormOf(null),
  windows: [],
  minPrice: null,
  maxPrice: null,
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

/** Bounds of the fields, in kopecks. */
export const priceBounds = {
  tariff: boundsOf(price),
  rate: boundsOf(rate.unwrap()),
  startFee: boundsOf(startFee.unwrap()),
}

/** Which fields have a value that the server accepts. */
export const validity = (form: PriceForm, now: number, timeZone: string = network.timeZone) => ({
  tariff: price.safeParse(form.tariff).success,
  rate: rate.safeParse(form.rate).success,
  startFee: startFee.safeParse(form.startFee).success,
  idle: form.idleFrom !== 'own' || idlePriceBody.safeParse(form.idle).success,
  windows: form.windows.every((window) => priceWindowSchema.safeParse(window).success),
  bounds: form.minPrice === null || form.maxPrice === null || form.minPrice <= form.maxPrice,
  start: !form.later || (startOf(form, timeZone)?.getTime() ?? 0) > now,
})

/** The price in the form of the API. */
export const conditionsOf = ({ windows, minPrice, maxPrice }: PriceForm) => ({
  windows: windows.map(({ days, from, to, tariff }) => ({ days, from, to, tariff: Number(tariff) })),
  min_price: minPrice,
  max_price: maxPrice,
})

/** The present price as initial values of the form. */
export const conditionFieldsOf = ({
  windows,
  min_price,
  max_price,
}: Pick<PriceChange, 'windows' | 'min_price' | 'max_price'>): Pick<
  PriceForm,
  'windows' | 'minPrice' | 'maxPrice'
> => ({
  windows: windows.map((window, key) => ({ ...window, key })),
  minPrice: min_price,
  maxPrice: max_price,
})

/** The night of every day, the most frequent window. */
export const nightOf = (form: PriceForm): WindowForm => ({
  key: Math.max(-1, ...form.windows.map(({ key }) => key)) + 1,
  days: [0, 1, 2, 3, 4, 5, 6],
  from: '22:00',
  to: '07:00',
  tariff: form.tariff,
})

/** Converts a tariff's idle fee for the form, and back. */
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

/** The start of the price; null: now, or not typed yet. */
export function startOf({ later, day, time }: PriceForm, timeZone: string = network.timeZone): Date | null {
  if (!later || day === '' || !/^\d\d:\d\d$/.test(time)) return null
  const [hours, minutes] = time.split(':').map(Number)
  // the pattern above asks for both
  return instantOf(day, hours! * 60 + minutes!, timeZone)
}

export function usePriceForm(initial: Partial<PriceForm> = {}) {
  const [form, setForm] = useState<PriceForm>({ ...emptyForm, ...initial })
  const set = (change: Partial<PriceForm>) => setForm((before) => ({ ...before, ...change }))
  return { form, set }
}
