import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { languages } from '../base/enums.ts'
import { monthRule } from '../figures/monthly-reports.ts'
import { statementFormats } from '../partners/settlement.ts'
import { partnerVats } from './partner-contracts.ts'

const roles = ['administrator'] as const
const readers = ['administrator', 'accounter'] as const
const path = 'roaming/partners/{id}/settlements'
const monthPath = `${path}/{month}`
const params = idParams.extend({ month: monthRule })

/** Kopecks and Wh; credits are taken off. */
const totals = {
  bills: z.number(),
  sessions: z.number(),
  energy: z.number(),
  net: z.number(),
  vat_amount: z.number(),
  gross: z.number(),
}

/** no_list: the partner's list is not there yet; agreed: a person has agreed, whatever differs. */
const settlementStates = ['no_list', 'open', 'agreed'] as const

const settlementMonthSchema = z.object({
  month: z.string(),
  /** ours */
  bills: z.number(),
  sessions: z.number(),
  energy: z.number(),
  gross: z.number(),
  state: z.enum(settlementStates),
  /** it is not over */
  running: z.boolean(),
  /** lines of the partner's list; null: there is none */
  listed: z.number().nullable(),
  /** what they come to, VAT included; null: the list does not say, or there is none */
  listed_gross: z.number().nullable(),
  /** as they were compared last */
  differing: z.number(),
  difference: z.number(),
})
export type PartnerSettlementMonth = z.output<typeof settlementMonthSchema>

const settlementDifferenceSchema = z.object({
  cdr_id: z.string(),
  /** of our bill */
  order_id: z.number().nullable(),
  /** missing: not on the partner's list; unknown: not among our bills */
  kind: z.enum(['missing', 'unknown', 'differs']),
  /** of our bill, or else as the partner has it */
  started_at: instant.nullable(),
  energy: z.number().nullable(),
  /** kopecks on both sides; null: that side does not have it, or does not say */
  gross: z.number().nullable(),
  listed_gross: z.number().nullable(),
  fields: z.array(
    z.object({
      field: z.enum(['session_id', 'start', 'end', 'energy', 'net', 'gross', 'currency']),
      /** kopecks, Wh, or as it is written */
      ours: z.union([z.string(), z.number()]),
      theirs: z.union([z.string(), z.number()]),
    }),
  ),
  difference: z.number(),
})
export type PartnerSettlementDifference = z.output<typeof settlementDifferenceSchema>

const partnerSettlementSchema = z.object({
  partner_id: z.number(),
  partner_name: z.string(),
  month: z.string(),
  currency: z.string(),
  /** of the bills that were made in the month, by the network's clocks */
  total: z.object(totals),
  by_vat: z.array(z.object({ vat: z.enum(partnerVats), ...totals })),
  state: z.enum(settlementStates),
  running: z.boolean(),
  /** how many lines the partner's list has; null: there is none */
  listed: z.number().nullable(),
  /** what the list comes to; null: it does not say, or there is none */
  listed_total: z.object({
    energy: z.number().nullable(),
    net: z.number().nullable(),
    gross: z.number().nullable(),
  }),
  uploaded_at: instant.nullable(),
  uploaded_by: z.string().nullable(),
  agreed_at: instant.nullable(),
  agreed_by: z.string().nullable(),
  note: z.string(),
  differing: z.number(),
  /** kopecks that the partner's list lacks in all; less than 0: it has more */
  difference: z.number(),
  /** at most 1,000 of them */
  differences: z.array(settlementDifferenceSchema),
  can: z.object({ upload: z.boolean(), agree: z.boolean(), reopen: z.boolean() }),
})
export type PartnerSettlement = z.output<typeof partnerSettlementSchema>

/** A month whose list differs, and that nobody has agreed with. */
const differingSettlementSchema = z.object({
  partner_id: z.number(),
  partner_name: z.string(),
  month: z.string(),
  listed: z.number(),
  differing: z.number(),
  difference: z.number(),
  uploaded_at: instant,
})
export type DifferingSettlement = z.output<typeof differingSettlementSchema>

export const settlementAgreeBody = z.object({
  note: z.string().trim().max(1000).default(''),
  /** the difference that the comparison showed; with any other the call is refused */
  difference: z.number().int().optional(),
})
export const settlementReopenBody = z.object({ reason: z.string().trim().min(1).max(500) })
/** Months of partners, settled line by line against the partners' own lists. */
export const partnerSettlements = {
  list: call({
    method: 'GET',
    path,
    summary: 'The months of a year in which a partner was billed or has given a list, the latest first',
    roles: readers,
    params: idParams,
    query: z.object({ year: z.coerce.number().int().min(2000).max(2099) }),
    answer: z.array(settlementMonthSchema),
  }),
  get: call({
    method: 'GET',
    path: monthPath,
    summary: 'What a partner was billed in a month, and what differs on its own list',
    roles: readers,
    params,
    answer: partnerSettlementSchema,
  }),
  putList: call({
    method: 'PUT',
    path: `${monthPath}/list`,
    summary: 'Give a partner’s own list of a month, a CSV file, in place of an earlier one',
    roles,
    params,
    body: z.object({ file: z.string().min(1).max(12_000_000) }),
    bodyLimit: 13_000_000,
    answer: partnerSettlementSchema,
  }),
  agree: call({
    method: 'POST',
    path: `${monthPath}/agree`,
    summary: 'Agree with a month that is over as it was compared; its list stays from then on',
    roles,
    params,
    body: settlementAgreeBody,
    answer: partnerSettlementSchema,
  }),
  reopen: call({
    method: 'POST',
    path: `${monthPath}/reopen`,
    summary: 'Take back that a person has agreed with a month; its list can be replaced again',
    roles,
    params,
    body: settlementReopenBody,
    answer: partnerSettlementSchema,
  }),
  download: call({
    method: 'POST',
    path: `${monthPath}/download`,
    summary: 'A link to download the settlement of a month: good for one minute and one use',
    roles: readers,
    params,
    body: z.object({ format: z.enum(statementFormats), language: z.enum(languages) }),
    answer: z.object({ url: z.string() }),
    status: 201,
  }),
  differing: call({
    method: 'GET',
    path: 'roaming/settlements/differing',
    summary: 'Months whose lists differ from our bills and that nobody has agreed with, the latest first',
    roles,
    query: z.object(page(50, 200)),
    answer: z.array(differingSettlementSchema),
    counted: true,
  }),
}
