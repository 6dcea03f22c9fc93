import { any, type Check, classOf, maybe, one } from './check.ts'

/** The versions of OCPI that this eMSP speaks. */
export type OcpiVersion = '2.2.1' | '2.3.0'

// control characters, and the two that end a line in JavaScript's eyes only
const unprintable = /[\p{Cc}\u2028\u2029]/u

/** Text of a bounded length that people can read. */
export const string =
  (most = Number.POSITIVE_INFINITY): Check =>
  (value) => {
    if (typeof value !== 'string') return ['is not a string']
    if (value.length > most) return [`is longer than ${most}`]
    return unprintable.test(value) ? ['has characters that cannot be printed'] : []
  }

/** A name that is the same in both cases: printable ASCII only. */
export const ciString =
  (most: number): Check =>
  (value) => {
    const problems = string(most)(value)
    if (problems.length > 0) return problems
    return /^[\x20-\x7e]+$/.test(value as string) ? [] : ['is empty or not in ASCII']
  }

const matching =
  (pattern: RegExp, what: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? [] : [`is not ${what}`]

/** One of a closed list of names. */
export const among =
  (...names: string[]): Check =>
  (value) =>
    typeof value === 'string' && names.includes(value) ? [] : [`is none of ${names.join(', ')}`]

/** One of a list of names that 2.3.0 leaves open: there any name is right. */
export const openList = (version: OcpiVersion, ...names: string[]): Check =>
  version === '2.2.1' ? among(...names) : matching(/^[\x21-\x7e]{1,255}$/, 'a name')

export const boolean: Check = (value) => (typeof value === 'boolean' ? [] : ['is not a boolean'])

export const number: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? [] : ['is not a number']

export const atLeast =
  (least: number): Check =>
  (value) =>
    number(value).length === 0 && (value as number) >= least ? [] : [`is not a number from ${least}`]

export const integer: Check = (value) => (Number.isSafeInteger(value) ? [] : ['is not a whole number'])

export const integerFrom =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? []
      : [`is not a whole number from ${least}`]

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,4})?Z?$/

/** An instant in UTC; a text without a time zone is one too, an offset is not. */
export const dateTime: Check = (value) => {
  if (typeof value !== 'string' || !instant.test(value) || value.length > 25) return ['is not a DateTime']
  return Number.isNaN(instantOf(value)) ? ['is no day or time'] : []
}

/** The milliseconds of a DateTime; NaN for a day that no calendar has. */
export function instantOf(text: string): number {
  const ms = Date.parse(text.endsWith('Z') ? text : `${text}Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10) ? Number.NaN : ms
}

export const url: Check = (value) => {
  if (typeof value !== 'string' || value.length > 255) return ['is not a URL of up to 255 characters']
  return URL.canParse(value) && /^https?:\/\//.test(value) ? [] : ['is not a URL']
}

export const date = matching(/^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'a date')
export const timeOfDay = matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day')
export const currency = matching(/^[A-Z]{3}$/, 'a currency')
export const language = matching(/^[a-z]{2}$/i, 'a language')
export const countryAlpha2 = matching(/^[A-Z]{2}$/i, 'a country of two letters')
export const countryAlpha3 = matching(/^[A-Z]{3}$/i, 'a country of three letters')
export const partyId = matching(/^[A-Z0-9]{3}$/i, 'a party of three characters')
export const latitude = matching(/^-?\d{1,2}\.\d{5,7}$/, 'a latitude')
export const longitude = matching(/^-?\d{1,3}\.\d{5,7}$/, 'a longitude')

export const displayText = classOf({ language: one(language), text: one(string(512)) })

const taxAmount = classOf({
  name: one(string()),
  account_number: maybe(string()),
  percentage: maybe(number),
  amount: one(number),
})

/** An amount of money with its taxes, as each version writes it. */
export const price = (version: OcpiVersion): Check =>
  version === '2.2.1'
    ? classOf({ excl_vat: one(number), incl_vat: maybe(number) })
    : classOf({ before_taxes: one(number), taxes: any(taxAmount) })

/** The least or most that a tariff charges. */
export const priceLimit = (version: OcpiVersion): Check =>
  version === '2.2.1' ? price(version) : classOf({ before_taxes: one(number), after_taxes: maybe(number) })

export const role = (version: OcpiVersion): Check =>
  version === '2.2.1'
    ? among('CPO', 'EMSP', 'HUB', 'NAP', 'NSP', 'OTHER', 'SCSP')
    : among('CPO', 'EMSP', 'NAP', 'NSP', 'OTHER', 'SCSP')

export const tokenType = (version: OcpiVersion): Check =>
  openList(version, 'AD_HOC_USER', 'APP_USER', 'OTHER', 'RFID')
