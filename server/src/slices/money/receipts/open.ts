import type { PaymentConfig } from '../../../config/payment-config.ts'
import type { SandboxDoor } from '../providers/adapters/sandbox.ts'
import { YookassaApi } from '../providers/adapters/yookassa-api.ts'
import type { Till } from './port.ts'
import { SandboxTill } from './sandbox-till.ts'
import { YookassaTill } from './yookassa/yookassa-till.ts'

/** The till that the configuration names; null: no receipts are made. */
export function openTill(
  { till, yookassa, timeoutSeconds }: PaymentConfig,
  sandbox: SandboxDoor | null,
  currency: string,
): Till | null {
  const timeoutMs = timeoutSeconds * 1000
  if (till === 'sandbox' && sandbox) return new SandboxTill(sandbox, timeoutMs)
  if (till === 'yookassa' && yookassa)
    return new YookassaTill(new YookassaApi({ ...yookassa, currency, timeoutMs }))
  return null
}
