import type { IdleTerms } from './slices/payments/idle-rules.ts'

/** The minutes of the day of such as 22:00-07:00. */
export function nightOf(text: string | undefined): IdleTerms['night'] {
  if (text === undefined) return null
  const [from = 0, to = 0] = text
    .split('-')
    .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  return { from, to }
}

/** Who takes the money. */
export interface PaymentConfig {
  /** null: nobody is asked for money */
  provider: 'sandbox' | 'yookassa' | 'stripe' | null
  timeoutSeconds: number
  /** how long a reservation may be canceled for nothing */
  reservationFreeSeconds: number
  /** what a car costs that stays connected after its charging has ended */
  idle: IdleTerms
  /** null: a sandbox of the server's own, which ends with it */
  sandboxUrl: string | null
  sandboxKey: string
  /** null: another provider, or none */
  yookassa: { url: string; shopId: string; secretKey: string } | null
  stripe: { secretKey: string; webhookSecret: string } | null
}
