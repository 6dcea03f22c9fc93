/** A reading of the energy that a meter has counted, in a record of the Open Charge Metering Format (OCMF 1.4, table 7). */
export interface OcmfReading {
  /** B begin, E L R A P end, C X S T between; null: of no transaction */
  tx: string | null
  /** which register, such as 1.8.0 */
  obis: string
  /** Wh to the thousandth */
  registerWh: number
  /** the meter shows the register in steps of this many Wh */
  stepWh: number
  /** the meter itself says that the reading is good */
  good: boolean
}

/** A record of OCMF: `OCMF|payload|signature`. */
export interface Ocmf {
  /** exactly what has been signed */
  payload: string
  signature: Buffer
  algorithm: string
  /** whose record it is: the serial numbers of gateway and meter */
  source: string
  /** which of the meter's records it is (PG); transactions (T) and fiscal readings (F) count each by themselves; null: it does not say */
  page: { of: string; number: number } | null
  readings: OcmfReading[]
}

/** the default since version 0.4 */
const usualAlgorithm = 'ECDSA-secp256r1-SHA256'

/** A record of OCMF, or null where it is none that can be read. */
export function parseOcmf(text: string): Ocmf | null {
  const [header, payload, signed, ...more] = text.split('|')
  if (header !== 'OCMF' || payload === undefined || signed === undefined || more.length > 0) return null
  const [body, section] = [objectIn(payload), objectIn(signed)]
  if (!body || !section || typeof section.SD !== 'string') return null
  const encoding = section.SE === 'base64' ? 'base64' : 'hex'
  return {
    payload,
    signature: Buffer.from(section.SD.replaceAll(/\s/g, ''), encoding),
    algorithm: typeof section.SA === 'string' ? section.SA : usualAlgorithm,
    source: `${String(body.GS ?? '')}/${String(body.MS ?? '')}`,
    page: pageOf(body.PG),
    readings: readingsOf(body.RD, payload),
  }
}

function pageOf(pagination: unknown): Ocmf['page'] {
  const [, of, number] = /^([TF])(\d{1,15})$/.exec(String(pagination)) ?? []
  return of === undefined ? null : { of, number: Number(number) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** What a reading does not say is as in the reading before it (OCMF 1.4, Readings). */
const inherited = ['TX', 'RI', 'RU', 'ST'] as const

function readingsOf(all: unknown, payload: string): OcmfReading[] {
  const written = [...payload.matchAll(/"RV"\s{0,9}:\s{0,9}"?(-?\d{1,20}(?:\.\d{0,20})?)/g)].map(
    ([, value]) => value ?? '',
  )
  const entries = (Array.isArray(all) ? all : []).filter(isObject)
  const valued = entries.filter(({ RV }) => RV !== undefined)
  const readings: OcmfReading[] = []
  let before: Record<string, unknown> = {}
  for (const entry of entries) {
    const reading: Record<string, unknown> = { ...entry }
    for (const key of inherited) reading[key] ??= before[key]
    before = reading
    const place = valued.indexOf(entry)
    // the digits as they are written say how finely the meter counts; 1.50 is finer than 1.5
    const digits = written.length === valued.length ? written[place] : undefined
    const read = place < 0 ? null : energyOf(reading, digits)
    if (read) readings.push(read)
  }
  return readings
}

/** Registers of imported active energy, by the groups C and D of their OBIS code. */
const importedEnergy = /^0{0,9}(1|98|B[0-3])\.0{0,9}8\./i
const withoutMedium = (obis: string): string => obis.slice(obis.lastIndexOf(':') + 1)

function energyOf(
  { TX, RI, RU, RV, ST }: Record<string, unknown>,
  digits: string | undefined,
): OcmfReading | null {
  const exponent = RU === 'kWh' ? 3 : RU === 'Wh' ? 0 : null
  const obis = String(RI ?? '').slice(0, 40)
  if (exponent === null || (obis !== '' && !importedEnergy.test(withoutMedium(obis)))) return null
  // a number may also be written as 1.5e3
  const text = (Number(digits) === Number(RV) ? String(digits) : String(RV)).trim()
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return null
  const decimals = text.split('.')[1]?.length ?? 0
  return {
    tx: typeof TX === 'string' ? TX : null,
    obis,
    registerWh: Math.round(Number(`${value}e${exponent}`) * 1000) / 1000,
    stepWh: 10 ** (exponent - decimals),
    good: ST === undefined || ST === 'G',
  }
}
