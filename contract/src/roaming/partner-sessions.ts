import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'

const billSchema = z.object({
  id: z.string(),
  /** kopecks, VAT included; of a credit below zero */
  total: z.number(),
  made_at: instant,
  /** YYYY-MM, in whose settlement it is */
  month: z.string(),
  /** when the partner has taken it; null: it has not yet */
  taken_at: instant.nullable(),
})

const orderRoamingSchema = z.object({
  partner: z.object({ id: z.number(), name: z.string() }),
  /** of the driver, as in DE*HAM */
  party: z.string(),
  token_type: z.string(),
  contract_id: z.string(),
  /** how the driver was authorised: by the whitelist, by a command, or in real time */
  auth_method: z.string(),
  authorization_reference: z.string().nullable(),
  /** as the partner sees it */
  status: z.string(),
  last_updated: instant,
  bills: z.array(billSchema),
  can: z.object({
    /** its page and settlements */
    open: z.boolean(),
    /** what was said between it and us */
    messages: z.boolean(),
  }),
})
export type OrderRoaming = z.output<typeof orderRoamingSchema>

/** What is on account of a partner; kopecks and Wh. */
const partnerAccountSchema = z.object({
  partner_id: z.number(),
  partner_name: z.string(),
  sessions: z.number(),
  energy: z.number(),
  amount: z.number(),
})
export type PartnerAccount = z.output<typeof partnerAccountSchema>

/** Sessions of roaming partners' drivers. */
export const partnerSessions = {
  ofOrder: call({
    method: 'GET',
    path: 'orders/{id}/roaming',
    summary:
      'Whose driver’s session an order is, and what its partner has been sent of it; null: no partner’s, or the caller sees one owner’s locations only',
    roles: ['administrator', 'operator', 'accounter'],
    params: idParams,
    answer: z.object({ session: orderRoamingSchema.nullable() }),
  }),
  accounts: call({
    method: 'GET',
    path: 'roaming/accounts',
    summary:
      'What is on account of each partner by the ledger, of business days from one to another, both included; only for those who see the network',
    roles: ['administrator', 'accounter'],
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
    answer: z.array(partnerAccountSchema),
  }),
}
