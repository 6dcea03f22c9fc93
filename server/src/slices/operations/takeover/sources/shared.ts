import {
  type NeutralConnector,
  type NeutralDriver,
  type NeutralLocation,
  type NeutralPrices,
  type NeutralSession,
  type NeutralStation,
  Refused,
  type Remark,
} from '../neutral.ts'

/** A place of which a system without locations says an address alone. */
export function placeOf(fields: Partial<NeutralLocation> & { key: string }): NeutralLocation {
  const {
    key,
    name = '',
    street = '',
    city = '',
    postalCode = '',
    country = '',
    lat = null,
    lng = null,
    timeZone = null,
  } = fields
  const called = name || [street, city].filter(Boolean).join(', ')
  return {
    key,
    name: (called || 'Stationmaster').slice(0, 100),
    street,
    city,
    postalCode,
    country,
    lat,
    lng,
    timeZone,
  }
}

/** What a mapping says of a part of a record, beside the part itself. */
export type Remarked<T> = T & { remarks: Remark[] }

/** What a mapping gives of a row. */
export type Mapped<T> = Remarked<{ record: T }>

interface Found extends Pick<NeutralStation, 'key' | 'location'> {
  vendor: string
  model: string
  plugs: Remarked<{ connectors: NeutralConnector[] }>
  password: NeutralStation['password']
  priced: Remarked<{ prices: NeutralPrices | null }>
}

/** A station that has connectors there; what is guessed of it, and that it has no password, is said. */
export const stationWith = ({
  key,
  location,
  vendor,
  model,
  plugs,
  password,
  priced,
}: Found): Mapped<NeutralStation> => ({
  record: {
    key,
    location,
    vendor: vendor || 'Unknown',
    model: model || 'Unknown',
    connectors: plugs.connectors,
    password,
    prices: priced.prices,
  },
  remarks: [
    ...plugs.remarks,
    ...priced.remarks,
    ...(password ? [] : [{ code: 'takeover.no_password' as const, value: key }]),
  ],
})

/** The connectors where all of them are known, and otherwise as many as there are at its EVSEs. */
export function plugsWith(
  connectors: readonly (NeutralConnector | null)[],
  evses: () => readonly number[],
): Remarked<{ connectors: NeutralConnector[] }> {
  const whole = connectors.filter((one) => one !== null)
  return whole.length === connectors.length ? { connectors: whole, remarks: [] } : guessed(evses())
}

/** An amount that is in our currency, or of nothing; '' is a currency that nobody has named. */
export function amountIn(
  amountMinor: number | null,
  currency: string,
  ours: string,
): Remarked<{ amountMinor: number | null }> {
  const foreign = (amountMinor ?? 0) > 0 && currency !== '' && currency !== ours
  return foreign
    ? { amountMinor: null, remarks: [{ code: 'takeover.currency', value: currency }] }
    : { amountMinor, remarks: [] }
}

/** Connectors of a station of which the other system says how many there are and no more. */
export const guessed = (evses: readonly number[]): Remarked<{ connectors: NeutralConnector[] }> => ({
  connectors: evses.map((evse) => ({ evse, number: 1, type: 'Type 2', current: 'AC', powerW: 22_000 })),
  remarks: [{ code: 'takeover.connectors_guessed', value: String(evses.length) }],
})

/** The names of OCPP 2 and of OCPI for plugs, and ours. */
const plugs: Readonly<Record<string, string>> = {
  ccombo1: 'CCS 1',
  ccombo2: 'CCS 2',
  iec62196t1combo: 'CCS 1',
  iec62196t2combo: 'CCS 2',
  iec62196t1: 'Type 1',
  iec62196t2: 'Type 2',
  ctype1: 'Type 1',
  ctype2: 'Type 2',
  stype2: 'Type 2',
  chademo: 'CHAdeMO',
  cg105: 'CHAdeMO',
  gbtac: 'GB/T AC',
  gbtdc: 'GB/T DC',
  cgbt: 'GB/T DC',
  ctesla: 'Tesla',
  teslas: 'Tesla',
  teslar: 'Tesla',
  scee77: 'Schuko',
  domesticf: 'Schuko',
  cceef: 'Schuko',
  domesticg: '3-pin',
  sbs1361: '3-pin',
}

/** Our name of a plug; null: none of ours. */
export const plugOf = (name: string): string | null =>
  plugs[name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')] ?? null

export const isDirect = (type: string): boolean =>
  type.startsWith('CCS') || type === 'CHAdeMO' || type === 'GB/T DC'

interface Person {
  key: string
  firstName: string
  lastName: string
  email: string
  phone: string
  blocked: boolean
}

/** A person; refused is who has neither a name nor an address. */
export function personOf({
  key,
  firstName,
  lastName,
  email,
  phone,
  blocked,
}: Person): NeutralDriver | Refused {
  if (firstName + lastName + email + phone === '') return new Refused('takeover.driver_empty', key)
  return {
    key,
    firstName: firstName.slice(0, 100),
    lastName: lastName.slice(0, 100),
    email: /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email) ? email.toLowerCase() : null,
    phone: /\d{5}/.test(phone.replaceAll(/\D/g, '')) ? phone.slice(0, 30) : null,
    blocked,
  }
}

/** A meter that no session of a car can have been charged by: as much as a lorry's battery many times over. */
const energyMostWh = 10_000_000

interface Charged extends Omit<NeutralSession, 'startedAt' | 'endedAt' | 'energyWh'> {
  startedAt: Date | null
  endedAt: Date | null
  energyWh: number | null
}

/** A session that has ended, with energy; or why it is none. */
export function chargedOf({ startedAt, endedAt, energyWh, ...session }: Charged): NeutralSession | Refused {
  if (!startedAt || !endedAt || endedAt < startedAt) return new Refused('takeover.session_times', session.key)
  if (energyWh === null || energyWh < 0 || energyWh > energyMostWh)
    return new Refused('takeover.session_energy', energyWh === null ? session.key : String(energyWh))
  return { ...session, startedAt, endedAt, energyWh: Math.round(energyWh) }
}
