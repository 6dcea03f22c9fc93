import { z } from 'zod'
import { call } from '../base/call.ts'

/** Doors for others' programs that tell us something. */
export const webhooks = {
  payment: call({
    method: 'POST',
    path: 'webhooks/{provider}',
    summary:
      'A notice of the payment provider: its signature is checked, and the payment is read at the provider',
    roles: 'public',
    params: z.object({ provider: z.string().max(20) }),
    body: z.string(),
    answer: z.object({}),
  }),
}
