import { z } from 'zod'
import { perKwh } from '../base/bounds.ts'
import { call, idParams } from '../base/call.ts'

const roles = ['administrator'] as const
const readers = ['administrator', 'accounter'] as const
const path = 'roaming/partners/{id}/contracts'

/** By what a partner charges: our prices, those by some percent dearer or cheaper, or a tariff of its own. */
const partnerChargings = ['public', 'percent', 'tariff'] as const

/** Who owes the VAT of what a partner pays: we, the partner abroad, or nobody. */
export const partnerVats = ['domestic', 'reverse_charge', 'exempt'] as const
export type PartnerVat = (typeof partnerVats)[number]

const minor = z.number().int().min(0)

export const partnerContractSchema = z.object({
  id: z.number(),
  /** the first and the last day; null: no end */
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  charging: z.enum(partnerChargings),
  /** how much dearer than ours its prices are; less than 0: cheaper */
  percent: z.number(),
  /** kopecks per kWh, per minute and per session; null: no tariff of its own */
  tariff: z.number().nullable(),
  rate: z.number().nullable(),
  start_fee: z.number().nullable(),
  vat: z.enum(partnerVats),
  state: z.enum(['future', 'current', 'past']),
  can: z.object({ end: z.boolean(), remove: z.boolean() }),
})
export type PartnerContract = z.output<typeof partnerContractSchema>

export const partnerContractBody = z
  .object({
    valid_from: z.iso.date('rules.required'),
    valid_to: z.iso.date().nullable().default(null),
    charging: z.enum(partnerChargings),
    percent: z.number().int().min(-99).max(900).default(0),
    tariff: perKwh.nullish(),
    rate: minor.max(10_000_000).default(0),
    start_fee: minor.max(100_000_000).default(0),
    /** the currency of the network: bills in another one are not possible */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'rules.characters')
      .optional(),
    vat: z.enum(partnerVats),
  })
  .refine(({ charging, percent }) => (charging === 'percent') === (percent !== 0), {
    path: ['percent'],
    message: 'rules.required',
  })
  .refine(({ charging, tariff }) => charging !== 'tariff' || tariff != null, {
    path: ['tariff'],
    message: 'rules.required',
  })

export type PartnerContractTerms = z.output<typeof partnerContractBody>

const oneParams = z.object({
  id: z.coerce.number().int().positive(),
  contractId: z.coerce.number().int().positive(),
})

/** What we and partners have agreed on by day: prices and VAT. */
export const partnerContracts = {
  list: call({
    method: 'GET',
    path,
    summary:
      'The contracts with a partner, the latest first; in a time without one it pays the public prices',
    roles: readers,
    params: idParams,
    answer: z.object({
      currency: z.string(),
      /** as follows from the countries of both */
      suggested_vat: z.enum(partnerVats),
      contracts: z.array(partnerContractSchema),
      can: z.object({ add: z.boolean() }),
    }),
  }),
  add: call({
    method: 'POST',
    path,
    summary:
      'Agree on prices with a partner from a day on, today at the earliest; sessions that run keep their prices',
    roles,
    params: idParams,
    body: partnerContractBody,
    answer: partnerContractSchema,
    status: 201,
  }),
  end: call({
    method: 'POST',
    path: `${path}/{contractId}/end`,
    summary: 'Set the last day of a contract, today at the earliest',
    roles,
    params: oneParams,
    body: z.object({ last_day: z.iso.date('rules.required') }),
    answer: partnerContractSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: `${path}/{contractId}`,
    summary: 'Remove a contract that has not begun',
    roles,
    params: oneParams,
    status: 204,
  }),
}
