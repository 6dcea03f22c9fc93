/** Where a driver is reached, and by what the account opens. */
export interface Address {
  kind: 'email' | 'phone'
  /** an e-mail in lower case, or a phone number as `+` and digits */
  value: string
}

/** The address of a body that names either. */
export const addressIn = ({
  email,
  phone,
}: {
  email?: string | undefined
  phone?: string | undefined
}): Address =>
  email === undefined ? { kind: 'phone', value: phone ?? '' } : { kind: 'email', value: email.toLowerCase() }

/** One word for an address, for counters and hashes. */
export const addressKey = ({ kind, value }: Address): string => `${kind} ${value}`
