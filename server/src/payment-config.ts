import { StartError } from './platform/database-fault.ts'

/** What registers receipts: a till of the provider's only where that takes the money. */
export function tillOf(
  named: 'sandbox' | 'yookassa' | 'none' | undefined,
  provider: PaymentConfig['provider'] | undefined,
  mode: 'demo' | 'empty' | 'serve',
): PaymentConfig['till'] {
  if (named === 'yookassa' && provider !== 'yookassa')
    throw new StartError('FISCAL_TILL can be yookassa only where PAYMENT_PROVIDER is yookassa.')
  if (named) return named === 'none' ? null : named
  return mode !== 'serve' && (provider ?? 'sandbox') === 'sandbox' ? 'sandbox' : null
}

/** Who takes the money. */
export interface PaymentConfig {
  /** null: nobody is asked for money */
  provider: 'sandbox' | 'yookassa' | 'stripe' | null
  timeoutSeconds: number
  /** how long a reservation may be canceled for nothing */
  reservationFreeSeconds: number
  /** what registers fiscal receipts; null: nobody does */
  till: 'sandbox' | 'yookassa' | null
  /** null: a sandbox of the server's own, which ends with it */
  sandboxUrl: string | null
  sandboxKey: string
  /** null: another provider, or none */
  yookassa: { url: string; shopId: string; secretKey: string } | null
  stripe: { secretKey: string; webhookSecret: string } | null
}
