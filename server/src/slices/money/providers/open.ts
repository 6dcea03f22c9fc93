import type { PaymentConfig } from '../../../config/payment-config.ts'
import { BluesnapProvider } from './adapters/bluesnap.ts'
import { type SandboxDoor, SandboxProvider } from './adapters/sandbox.ts'
import { YookassaProvider } from './adapters/yookassa.ts'
import { YookassaApi } from './adapters/yookassa-api.ts'
import type { PaymentServiceParts } from './parts.ts'
import { PaymentService } from './payment-service.ts'
import type { PaymentProvider } from './port.ts'
import { reconcileNightly } from './reconciliation/reconcile.ts'

/** How money is moved at the provider that the configuration names. */
export interface Payments {
  paymentService: PaymentService
  /** where the sandbox is, once it runs; null: provider and till are others, or none */
  sandbox: SandboxDoor | null
  /** the key that browsers encrypt cards with; null: there is none, or nobody can say now */
  publicKey(): Promise<string | null>
}

/** Opens the service that requests payments; nothing is sent before jobs run. */
export async function openPayments(
  config: PaymentConfig,
  parts: Omit<PaymentServiceParts, 'provider' | 'callMs'> & {
    notifyUrl(provider: string): string
    /** of the network: days begin by its clocks */
    timeZone: string
    /** ISO 4217 */
    currency: string
  },
): Promise<Payments> {
  const callMs = config.timeoutSeconds * 1000
  const { yookassa, stripe, bluesnap } = config
  const isSandbox = config.provider === 'sandbox'
  const sandbox =
    isSandbox || config.till === 'sandbox' ? { url: config.sandboxUrl, key: config.sandboxKey } : null
  const terms = { currency: parts.currency, timeoutMs: callMs }
  const provider: PaymentProvider | null =
    (isSandbox && sandbox ? new SandboxProvider(sandbox, () => parts.notifyUrl('sandbox'), callMs) : null) ??
    (yookassa && new YookassaProvider(new YookassaApi({ ...yookassa, ...terms }))) ??
    (stripe && new (await import('./adapters/stripe.ts')).StripeProvider({ ...stripe, ...terms })) ??
    (bluesnap && new BluesnapProvider({ ...bluesnap, ...terms }))
  const paymentService = new PaymentService({ ...parts, provider, callMs })
  reconcileNightly(parts.jobs, { ...parts, paymentService, provider })
  return {
    paymentService,
    sandbox,
    publicKey: async () => {
      try {
        return (await provider?.publicKey()) ?? null
      } catch (error) {
        parts.report(error, { provider: config.provider })
        return null
      }
    },
  }
}
