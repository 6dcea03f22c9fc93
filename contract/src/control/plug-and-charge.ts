import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'

/** Whose certificates end at a root of ISO 15118: of stations (V2G), of contracts (mobility operators), of cars (their makers). */
const rootKinds = ['v2g', 'mo', 'oem'] as const

export const plugAndChargeRootSchema = z.object({
  id: z.number(),
  kind: z.enum(rootKinds),
  /** SHA-256, hexadecimal */
  fingerprint: z.string(),
  subject: z.string(),
  not_before: instant,
  not_after: instant,
  pem: z.string(),
})
export type PlugAndChargeRoot = z.infer<typeof plugAndChargeRootSchema>

const roles = ['administrator'] as const

export const plugAndCharge = {
  roots: call({
    method: 'GET',
    path: 'plug-and-charge/roots',
    summary: 'Root certificates of ISO 15118, by kind and name',
    roles,
    answer: z.array(plugAndChargeRootSchema),
  }),
  addRoot: call({
    method: 'POST',
    path: 'plug-and-charge/roots',
    summary: 'Add a root certificate; contracts that end at it may charge from then on',
    roles,
    body: z.object({
      kind: z.enum(rootKinds),
      /** one certificate, PEM */
      pem: z.string().max(20_000),
    }),
    answer: z.array(plugAndChargeRootSchema),
  }),
  removeRoot: call({
    method: 'DELETE',
    path: 'plug-and-charge/roots/{id}',
    summary: 'Remove a root certificate; contracts that end at it charge no more',
    roles,
    params: idParams,
    status: 204,
  }),
}
