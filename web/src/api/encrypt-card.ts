/** A card as people type it. */
export interface TypedCard {
  number: string
  /** MM/YY */
  expiry: string
  code: string
}

const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** The number in groups of four, as it stands on the card. */
export const showNumber = (text: string): string =>
  digits(text)
    .slice(0, 19)
    .replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Month and year with the slash between them. */
export function showExpiry(text: string): string {
  const typed = digits(text).slice(0, 4)
  return typed.length > 2 ? `${typed.slice(0, 2)}/${typed.slice(2)}` : typed
}

export const showCode = (text: string): string => digits(text).slice(0, 4)

/** How many digits the number of a card has that a plan is paid with. */
export const planCardDigits = [15, 17] as const

/** Which of the fields cannot be right; the month is looked at by the month of now. */
export function faultsOf(
  { number, expiry, code }: TypedCard,
  now: Date,
  [least, most]: readonly [number, number] = [12, 19],
): (keyof TypedCard)[] {
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  const isPast =
    2000 + year < now.getFullYear() || (2000 + year === now.getFullYear() && month < now.getMonth() + 1)
  const isGood = {
    number: digits(number).length >= least && digits(number).length <= most,
    expiry: expiry.length === 5 && month >= 1 && month <= 12 && !isPast,
    code: digits(code).length >= 3,
  }
  return (['number', 'expiry', 'code'] as const).filter((field) => !isGood[field])
}

/** Encrypts a card with the provider's public key (RSA-OAEP, SPKI in base64): what leaves the browser nobody can read but the provider. */
export async function encryptCard(publicKey: string, { number, expiry, code }: TypedCard) {
  const spki = Uint8Array.from(atob(publicKey), (char) => char.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', spki, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  const encrypt = async (text: string) => {
    const secret = await crypto.subtle.encrypt('RSA-OAEP', key, new TextEncoder().encode(text))
    return btoa(String.fromCharCode(...new Uint8Array(secret)))
  }
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  return {
    method: 'card' as const,
    encrypted_card_number: await encrypt(digits(number)),
    encrypted_security_code: await encrypt(digits(code)),
    expiration_month: month,
    expiration_year: 2000 + year,
  }
}
