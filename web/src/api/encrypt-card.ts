import type { HelpConfig } from '@stationmaster/contract'
import { ApiError } from './calls/api-error.ts'
import { loadNetwork } from './network.ts'

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

/** Encrypts a card with the provider's public key, so that what leaves the browser nobody can read but the provider. */
export async function encryptCard(
  publicKey: string,
  { number, expiry, code }: TypedCard,
  config: Promise<Pick<HelpConfig, 'card_library'>> = loadNetwork(),
) {
  const { card_library: library } = await config
  const encrypt = await (library === null ? byRsa(publicKey) : byLibrary(library, publicKey))
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  const sealed = await encrypt({ number: digits(number), code: digits(code) })
  return {
    method: 'card' as const,
    encrypted_card_number: sealed.number,
    encrypted_security_code: sealed.code,
    expiration_month: month,
    expiration_year: 2000 + year,
  }
}

interface Secrets {
  number: string
  code: string
}

/** RSA-OAEP with a key that is SPKI in base64. */
async function byRsa(publicKey: string) {
  const spki = Uint8Array.from(atob(publicKey), (char) => char.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', spki, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  const encrypt = async (text: string) => {
    const secret = await crypto.subtle.encrypt('RSA-OAEP', key, new TextEncoder().encode(text))
    return btoa(String.fromCharCode(...new Uint8Array(secret)))
  }
  return async ({ number, code }: Secrets): Promise<Secrets> => ({
    number: await encrypt(number),
    code: await encrypt(code),
  })
}

/** BlueSnap's script. It knows forms only: it adds what it encrypted to one as fields of these names. */
interface BlueSnapScript {
  new (publicKey: string): { encrypt(formId: string): void }
}
const fieldNames = { number: 'encryptedCreditCard', code: 'encryptedCvv' } as const
const formId = 'card-to-encrypt'

let script: Promise<void> | undefined

/** Loads the provider's script when a card is first encrypted; tries again where it could not be loaded. */
function loaded(url: string): Promise<void> {
  script ??= new Promise<void>((resolve, reject) => {
    const tag = document.createElement('script')
    tag.onload = () => resolve()
    tag.onerror = () =>
      reject(new ApiError('payment.provider_away', 0, 'The script of the provider did not load'))
    tag.src = url
    document.head.append(tag)
  }).catch((error: unknown) => {
    script = undefined
    throw error
  })
  return script
}

async function byLibrary(url: string, publicKey: string) {
  await loaded(url)
  const { BlueSnap } = window as unknown as { BlueSnap: BlueSnapScript }
  return (secrets: Secrets): Secrets => {
    const form = document.createElement('form')
    form.id = formId
    form.hidden = true
    for (const part of ['number', 'code'] as const) {
      const input = document.createElement('input')
      input.setAttribute('data-bluesnap', fieldNames[part])
      input.value = secrets[part]
      form.append(input)
    }
    document.body.append(form)
    try {
      new BlueSnap(publicKey).encrypt(formId)
      const read = (part: keyof Secrets) =>
        form.querySelector<HTMLInputElement>(`input[name=${fieldNames[part]}]`)?.value ?? ''
      return { number: read('number'), code: read('code') }
    } finally {
      form.remove()
    }
  }
}
