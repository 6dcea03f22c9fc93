import type { PaymentConfig } from '../../payment-config.ts'
import type { SandboxDoor } from '../providers/sandbox.ts'
import type { Till } from './port.ts'
import { SandboxTill } from './sandbox-till.ts'

/** The till that the configuration names; null: no receipts are made. */
export function openTill(config: PaymentConfig, sandbox: SandboxDoor | null): Till | null {
  const callMs = config.timeoutSeconds * 1000
  if (config.till === 'sandbox' && sandbox) return new SandboxTill(sandbox, callMs)
  return null
}
