import { z } from 'zod'
import { call } from '../base/call.ts'
import { partnerVats } from './partner-contracts.ts'

const roles = ['administrator'] as const
const path = 'roaming/partners/{id}/settlements/{month}'
const params = z.object({
  id: z.coerce.number().int().positive(),
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
})

/** Kopecks and Wh; credits are taken off. */
const totals = {
  bills: z.number(),
  sessions: z.number(),
  energy: z.number(),
  net: z.number(),
  vat_amount: z.number(),
  gross: z.number(),
}

const partnerSettlementSchema = z.object({
  month: z.string(),
  currency: z.string(),
  /** of the bills that were made in the month, by the network's clocks */
  total: z.object(totals),
  by_vat: z.array(z.object({ vat: z.enum(partnerVats), ...totals })),
  /** no_list: the partner's list is not there yet; agreed: a person has agreed, whatever differs */
  state: z.enum(['no_list', 'open', 'agreed']),
  /** how many lines the partner's list has; null: there is none */
  listed: z.number().nullable(),
  uploaded_at: z.string().nullable(),
  agreed_at: z.string().nullable(),
  note: z.string(),
  differing: z.number(),
  /** kopecks that the partner's list lacks in all; less than 0: it has more */
  difference: z.number(),
  /** at most 1,000 of them */
  differences: z.array(
    z.object({
      cdr_id: z.string(),
      /** missing: not on the partner's list; unknown: not among our bills */
      kind: z.enum(['missing', 'unknown', 'differs']),
      fields: z.array(
        z.object({
          field: z.enum(['session_id', 'start', 'end', 'energy', 'net', 'gross', 'currency']),
          /** kopecks, Wh, or as it is written */
          ours: z.union([z.string(), z.number()]),
          theirs: z.union([z.string(), z.number()]),
        }),
      ),
      difference: z.number(),
    }),
  ),
})
export type PartnerSettlement = z.output<typeof partnerSettlementSchema>

/** Months of partners, settled line by line against the partners' own lists. */
export const partnerSettlements = {
  get: call({
    method: 'GET',
    path,
    summary: 'What a partner was billed in a month, and what differs on its own list',
    roles,
    params,
    answer: partnerSettlementSchema,
  }),
  putList: call({
    method: 'PUT',
    path: `${path}/list`,
    summary: 'Give a partner’s own list of a month, a CSV file, in place of an earlier one',
    roles,
    params,
    body: z.object({ file: z.string().min(1).max(12_000_000) }),
    bodyLimit: 13_000_000,
    answer: partnerSettlementSchema,
  }),
  agree: call({
    method: 'POST',
    path: `${path}/agree`,
    summary: 'Agree with a month as it was compared; its list stays from then on',
    roles,
    params,
    body: z.object({ note: z.string().trim().max(1000).default('') }),
    answer: partnerSettlementSchema,
  }),
}
