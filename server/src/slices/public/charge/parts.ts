import type { PayParts } from '../pay/parts.ts'

export interface ChargeParts extends PayParts {
  supportPhone: string | null
  /** whether browsers reach this server over TLS */
  secure: boolean
}
