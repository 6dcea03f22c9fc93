import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { filledRule, nameRule } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'
import { isBic, isIban, isRussianAccount } from '../money/bank-account.ts'

const compact = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** Where an owner's takings are paid to: an IBAN, or an account of 20 digits with the bank's code in Russia. Spaces are left out. */
export const payoutDetailsBody = z
  .strictObject({
    holder: nameRule,
    bank_name: nameRule,
    account_number: filledRule.transform(compact),
    /** of an account of 20 digits, or of SWIFT; may be empty beside an IBAN */
    bic: z.string('rules.required').trim().max(20, 'rules.tooLong').transform(compact),
  })
  .superRefine(({ account_number: account, bic }, { addIssue }) => {
    const issue = (path: 'account_number' | 'bic', message: string) =>
      addIssue({ code: 'custom', path: [path], message })
    const isRussian = /^\d{20}$/.test(account)
    if (bic === '' ? isRussian : !isBic(bic)) return issue('bic', bic === '' ? 'rules.required' : 'rules.bic')
    if (isRussian ? !isRussianAccount(account, bic) : !isIban(account))
      issue('account_number', 'rules.account')
  })
export type PayoutDetailsBody = z.input<typeof payoutDetailsBody>

/** What an owner must have before an administrator can admit them. */
export const admissionSteps = ['email', 'contract', 'payout'] as const
export type AdmissionStep = (typeof admissionSteps)[number]

/** The admission of an owner, without which nothing is sold at locations that the owner added by self-service. */
export const admissionSchema = z.object({
  needed: z.boolean().describe('A location waits for it'),
  email_verified: z.boolean(),
  contract: z
    .object({ number: z.string(), valid_from: z.string(), agent_fee_percent: z.number() })
    .nullable()
    .describe('In force today'),
  payout: z
    .object({
      from: z.enum(['details', 'plan']).describe('plan: a bank account that was told with the plan'),
      bank_name: z.string(),
      holder: z.string().nullable(),
      account_number: z.string().nullable(),
      bic: z.string().nullable(),
      entered_at: instant.nullable(),
    })
    .nullable(),
  missing: z.array(z.enum(admissionSteps)),
  admitted_at: instant.nullable(),
  admitted_by: z.string().nullable().describe('Told to administrators'),
  hold_days: z.number().describe('For how many days takings are held once the owner is let in'),
  held_until: z
    .string()
    .nullable()
    .describe('YYYY-MM-DD, from which takings can be paid; null: not let in, or they are not held any more'),
  waiting: z
    .array(z.object({ id: z.number(), name: z.string(), stations: z.number() }))
    .describe('Locations at which nothing is sold before'),
  can: z.object({ admit: z.boolean(), change_payout: z.boolean() }),
})
export type Admission = z.infer<typeof admissionSchema>

export const waitingOwnerSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** when the first of the waiting locations was added */
  since: instant,
  locations: z.number(),
  stations: z.number(),
  missing: z.array(z.enum(admissionSteps)),
})
export type WaitingOwner = z.infer<typeof waitingOwnerSchema>

/** A location that a manager requests from the network. */
export const locationRequestBody = z.strictObject({ name: nameRule, city: nameRule })
export const locationRequestSchema = z.object({ name: z.string(), city: z.string(), asked_at: instant })
export type LocationRequest = z.infer<typeof locationRequestSchema>

export const requestedLocationSchema = locationRequestSchema.extend({
  manager_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
export type RequestedLocation = z.infer<typeof requestedLocationSchema>

const theirs = ['administrator', 'manager'] as const

/** Owners who add locations themselves, and are admitted by administrators. */
export const owners = {
  admission: call({
    method: 'GET',
    path: 'managers/{id}/admission',
    summary: 'What is missing before an owner is let in; managers their own, an administrator anybody’s',
    roles: theirs,
    params: idParams,
    answer: admissionSchema,
  }),
  setPayoutDetails: call({
    method: 'PUT',
    path: 'managers/{id}/payout-details',
    summary: 'Tell where an owner’s takings are paid to; managers their own, an administrator anybody’s',
    roles: theirs,
    params: idParams,
    body: payoutDetailsBody,
    answer: admissionSchema,
  }),
  admit: call({
    method: 'POST',
    path: 'managers/{id}/admission',
    summary: 'Let an owner in, once: what they have added themselves may sell from now on',
    roles: ['administrator'],
    params: idParams,
    answer: admissionSchema,
  }),
  request: call({
    method: 'GET',
    path: 'managers/{id}/location-request',
    summary: 'The location that a manager asks for, or null; managers their own, an administrator anybody’s',
    roles: theirs,
    params: idParams,
    answer: locationRequestSchema.nullable(),
  }),
  ask: call({
    method: 'PUT',
    path: 'managers/{id}/location-request',
    summary:
      'Ask for a location, in the place of what was asked for before; it waits in the administrators’ inbox',
    roles: ['manager'],
    params: idParams,
    body: locationRequestBody,
    answer: locationRequestSchema,
  }),
  withdraw: call({
    method: 'DELETE',
    path: 'managers/{id}/location-request',
    summary: 'Ask for no location any more',
    roles: ['manager'],
    params: idParams,
    status: 204,
  }),
  assign: call({
    method: 'POST',
    path: 'managers/{id}/location-request/assign',
    summary:
      'Assign a location to the manager who asks for one, beside those that are assigned, and mail them',
    roles: ['administrator'],
    params: idParams,
    body: z.strictObject({ location_id: idOf('location') }),
    status: 204,
  }),
  decline: call({
    method: 'POST',
    path: 'managers/{id}/location-request/decline',
    summary: 'Tell a manager by mail why they get no location',
    roles: ['administrator'],
    params: idParams,
    body: z.strictObject({ note: filledRule.max(500, 'rules.tooLong') }),
    status: 204,
  }),
  requested: call({
    method: 'GET',
    path: 'location-requests',
    summary: 'Locations that managers with a confirmed address ask for, the oldest first',
    roles: ['administrator'],
    query: z.object(page(50, 200)),
    answer: z.array(requestedLocationSchema),
    counted: true,
  }),
  waiting: call({
    method: 'GET',
    path: 'owners/waiting',
    summary: 'Owners with a confirmed address whose locations wait for an administrator, the oldest first',
    roles: ['administrator'],
    query: z.object(page(50, 200)),
    answer: z.array(waitingOwnerSchema),
    counted: true,
  }),
}
