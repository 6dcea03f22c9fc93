/** What registers receipts: the sandbox where that takes the money, unless something else is said. */
export function tillOf(
  named: NonNullable<PaymentConfig['till']> | 'none' | undefined,
  provider: PaymentConfig['provider'] | undefined,
  mode: 'demo' | 'empty' | 'serve',
): PaymentConfig['till'] {
  if (named) return named === 'none' ? null : named
  return mode !== 'serve' && (provider ?? 'sandbox') === 'sandbox' ? 'sandbox' : null
}

/** Who takes the money. */
export interface PaymentConfig {
  /** null: no payments are taken */
  provider: 'sandbox' | 'yookassa' | 'stripe' | 'bluesnap' | null
  timeoutSeconds: number
  /** how long a reservation may be canceled for nothing */
  reservationFreeSeconds: number
  /** what a session that begins with a charging card costs a saved card at most, in kopecks */
  cardSessionMostMinor: number
  /** what registers fiscal receipts; null: nobody does */
  till: 'sandbox' | 'yookassa' | null
  /** null: a sandbox of the server's own, which ends with it */
  sandboxUrl: string | null
  sandboxKey: string
  /** null: another provider, or none */
  yookassa: { url: string; shopId: string; secretKey: string } | null
  stripe: { secretKey: string; webhookSecret: string } | null
  bluesnap: {
    url: string
    /** of its script that encrypts cards in the browser */
    libraryUrl: string
    publicKey: string
    merchantId: string
    username: string
    password: string
    /** of what business accounts have to agree to; null: none are opened */
    agreementUrl: string | null
  } | null
}
