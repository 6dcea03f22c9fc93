import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { nameRule } from '../base/rules.ts'

const partnerStates = ['invited', 'connected', 'suspended', 'withdrawn'] as const

const tokenEncodings = ['base64', 'plain'] as const

/** Who the network is in OCPI; null: nobody has said so yet. */
const roamingPartySchema = z.object({
  country_code: z.string().nullable(),
  party_id: z.string().nullable(),
  name: z.string().nullable(),
  website: z.string().nullable(),
  /** all energy is from regenerative sources; null: not said */
  green_energy: z.boolean().nullable(),
  energy_supplier: z.string().nullable(),
  energy_product: z.string().nullable(),
  /** what partners are given to find the interface */
  versions_url: z.string(),
  /** partners are connected, so country code and identifier stay */
  fixed: z.boolean(),
})

export type RoamingParty = z.output<typeof roamingPartySchema>

const energyName = z
  .string()
  .trim()
  .max(64, 'rules.tooLong')
  .transform((name) => (name === '' ? null : name))
  .nullable()
  .default(null)

export const roamingPartyBody = z.object({
  country_code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'rules.characters'),
  party_id: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{3}$/, 'rules.characters'),
  name: nameRule,
  /** empty: none */
  website: z
    .string()
    .trim()
    .max(255, 'rules.tooLong')
    .regex(/^(https?:\/\/[^\s"'<>]+)?$/, 'rules.characters')
    .transform((address) => (address === '' ? null : address))
    .nullable()
    .default(null),
  green_energy: z.boolean().nullable().default(null),
  energy_supplier: energyName,
  energy_product: energyName,
})

/** it stands for parties behind it; what a partner says of itself is refused where nobody here has said so */
const hubRule = z.boolean().default(false)

export const partnerInviteBody = z.object({ name: nameRule, hub: hubRule })

export const partnerNameBody = z.object({ name: nameRule })

export const partnerAcceptBody = z.object({
  name: nameRule,
  hub: hubRule,
  versions_url: z.string('rules.required').trim().min(1, 'rules.required').max(500, 'rules.tooLong'),
  token: z
    .string('rules.required')
    .trim()
    .regex(/^[\x21-\x7e]{1,64}$/, 'rules.characters'),
})

const moduleSchema = z.object({
  module: z.string(),
  /** whose interface it is: of the owner of the data, or of who gets it */
  role: z.enum(['SENDER', 'RECEIVER']),
  url: z.string(),
})

export const roamingPartnerSchema = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(partnerStates),
  /** whether we have invited them, or they us */
  invited_by: z.enum(['us', 'them']),
  /** the version that was agreed */
  version: z.string().nullable(),
  roles: z.array(
    z.object({ role: z.string(), country_code: z.string(), party_id: z.string(), name: z.string() }),
  ),
  /** staff has said that it stands for parties behind it */
  hub: z.boolean(),
  hub_party_id: z.string().nullable(),
  versions_url: z.string().nullable(),
  /** theirs */
  modules: z.array(moduleSchema),
  /** until when the token of an invitation is good */
  invited_until: instant.nullable(),
  /** how they write tokens, as seen last */
  sends_encoded: z.enum(tokenEncodings).nullable(),
  /** how tokens are written for them; null: as they write theirs */
  wants_encoded: z.enum(tokenEncodings).nullable(),
  last_heard_at: instant.nullable(),
  last_answered_at: instant.nullable(),
  created_at: instant,
  connected_at: instant.nullable(),
  /** calls of the last 24 hours, in both directions, that failed */
  failed: z.number(),
  can: z.object({
    /** its name, how tokens are written for it, and whether it is a hub */
    change: z.boolean(),
    invite: z.boolean(),
    connect: z.boolean(),
    renew: z.boolean(),
    suspend: z.boolean(),
    resume: z.boolean(),
    withdraw: z.boolean(),
    check: z.boolean(),
  }),
})
export type RoamingPartner = z.output<typeof roamingPartnerSchema>

/** What a partner is given once, by a safe way: nobody can read the token again. */
export const invitationSchema = z.object({
  partner: roamingPartnerSchema,
  token: z.string(),
  versions_url: z.string(),
})
export type Invitation = z.output<typeof invitationSchema>

/** Why a call to a partner did not do what it was to do. */
const partnerFaults = [
  'forbidden',
  'unreachable',
  'broken',
  'timeout',
  'redirected',
  'too_large',
  'not_connected',
  'party_away',
  'party_taken',
  /** it says that it is a hub, and nobody here has said so */
  'no_hub',
  'no_endpoint',
  'http',
  'not_ocpi',
  'refused',
  'no_version',
  'no_credentials',
  'unreadable',
] as const

export type PartnerFaultName = (typeof partnerFaults)[number]

export const connectFailureSchema = z.object({
  step: z.enum(['versions', 'details', 'credentials']),
  fault: z.enum(partnerFaults),
  http_status: z.number().nullable(),
  ocpi_status: z.number().nullable(),
  /** in the words of the partner, or of the machine */
  message: z.string(),
})
export type ConnectFailureView = z.output<typeof connectFailureSchema>

/** The partner, and why it is not connected as was wished; null: it is. */
export const connectionSchema = z.object({
  partner: roamingPartnerSchema,
  failure: connectFailureSchema.nullable(),
})
export type Connection = z.output<typeof connectionSchema>

/** What is looked at when a partner is checked; of each list that it has there is one of its own. */
const partnerChecks = ['versions', 'details', 'credentials', 'wrong_token', 'no_token', 'list'] as const

const checkProblems = [
  ...partnerFaults,
  /** it answers a token that it cannot know */
  'open',
  /** it refuses such a token in another way than with HTTP 401 */
  'not_401',
  /** the credentials that it shows are not those that it gave us */
  'other_token',
  /** modules that are of use are missing */
  'missing_modules',
  /** x-total-count or x-limit is missing */
  'no_total',
  /** a page is larger than its limit */
  'page_too_large',
  /** there is more, and no address of it */
  'no_next',
  /** the next page shows what the first has shown */
  'repeats',
  /** objects that are not as the standard says */
  'bad_objects',
] as const

export const checkResultSchema = z.object({
  check: z.enum(partnerChecks),
  /** of a list */
  module: z.string().nullable(),
  problem: z.enum(checkProblems).nullable(),
  http_status: z.number().nullable(),
  ocpi_status: z.number().nullable(),
  /** more about it, as the partner or the standard words it */
  message: z.string().nullable(),
  /** objects that were read */
  objects: z.number().nullable(),
})
export type CheckResult = z.output<typeof checkResultSchema>

const messageFields = {
  id: z.number(),
  at: instant,
  /** in: the partner has called us; out: we have called it */
  direction: z.enum(['in', 'out']),
  version: z.string().nullable(),
  module: z.string(),
  method: z.string(),
  path: z.string(),
  http_status: z.number().nullable(),
  ocpi_status: z.number().nullable(),
  fault: z.enum(partnerFaults).nullable(),
  duration_ms: z.number(),
  request_id: z.string().nullable(),
  correlation_id: z.string().nullable(),
  failed: z.boolean(),
}
export const partnerMessageSchema = z.object(messageFields)
export type PartnerMessageView = z.output<typeof partnerMessageSchema>
export const wholePartnerMessageSchema = z.object({
  ...messageFields,
  /** as they were sent, cut beyond 16,000 characters, without tokens */
  request_body: z.string().nullable(),
  answer_body: z.string().nullable(),
})
export type WholePartnerMessage = z.output<typeof wholePartnerMessageSchema>

const roles = ['administrator'] as const
const readers = ['administrator', 'accounter'] as const
const path = 'roaming/partners/{id}'

/** Operators of other networks whose drivers charge here (OCPI), and how they are connected. */
export const roamingPartners = {
  party: call({
    method: 'GET',
    path: 'roaming/party',
    summary: 'Who the network is in OCPI, and where partners find its interface',
    roles,
    answer: roamingPartySchema,
  }),
  setParty: call({
    method: 'PUT',
    path: 'roaming/party',
    summary: 'Say who the network is in OCPI; while partners are connected, its name and website may change',
    roles,
    body: roamingPartyBody,
    answer: roamingPartySchema,
  }),
  list: call({
    method: 'GET',
    path: 'roaming/partners',
    summary: 'Partners by name, those that have withdrawn last',
    roles: readers,
    query: z.object(page(50, 500)),
    answer: z.array(roamingPartnerSchema),
    counted: true,
  }),
  get: call({
    method: 'GET',
    path,
    summary: 'A partner, as in the list',
    roles: readers,
    params: idParams,
    answer: roamingPartnerSchema,
  }),
  invite: call({
    method: 'POST',
    path: 'roaming/partners',
    summary: 'Invite a partner: the answer holds the token with which it registers here, for 30 days',
    roles,
    body: partnerInviteBody,
    answer: invitationSchema,
    status: 201,
  }),
  inviteAgain: call({
    method: 'POST',
    path: `${path}/invitation`,
    summary:
      'Invite a partner again, with a new token; whatever opened the interface to it before does so no longer',
    roles,
    params: idParams,
    answer: invitationSchema,
  }),
  accept: call({
    method: 'POST',
    path: 'roaming/partners/accept',
    summary: 'Accept the invitation of a partner: registers there with its token',
    roles,
    body: partnerAcceptBody,
    answer: connectionSchema,
    status: 201,
  }),
  change: call({
    method: 'PATCH',
    path,
    summary: 'Change the name of a partner, how tokens are written for it, or whether it is a hub',
    roles,
    params: idParams,
    body: z.object({
      name: nameRule.optional(),
      wants_encoded: z.enum(tokenEncodings).nullable().optional(),
      /** false: not while it is connected as a hub */
      hub: z.boolean().optional(),
    }),
    answer: roamingPartnerSchema,
  }),
  connect: call({
    method: 'POST',
    path: `${path}/connect`,
    summary: 'Try once more to register at a partner that has invited us',
    roles,
    params: idParams,
    answer: connectionSchema,
  }),
  renew: call({
    method: 'POST',
    path: `${path}/renew`,
    summary: 'Exchange the tokens with a partner, and read again which versions and modules it has',
    roles,
    params: idParams,
    answer: connectionSchema,
  }),
  suspend: call({
    method: 'POST',
    path: `${path}/suspend`,
    summary: 'Stop all traffic with a partner for a time; its tokens stay',
    roles,
    params: idParams,
    answer: roamingPartnerSchema,
  }),
  resume: call({
    method: 'POST',
    path: `${path}/resume`,
    summary: 'Let the traffic with a suspended partner go on',
    roles,
    params: idParams,
    answer: roamingPartnerSchema,
  }),
  withdraw: call({
    method: 'POST',
    path: `${path}/withdraw`,
    summary: 'End the connection with a partner: it is informed, and its tokens open nothing from now on',
    roles,
    params: idParams,
    answer: z.object({
      partner: roamingPartnerSchema,
      /** it has taken note of it */
      informed: z.boolean(),
    }),
  }),
  check: call({
    method: 'POST',
    path: `${path}/check`,
    summary: 'Play the checks of the standard against a partner, and say what failed',
    roles,
    params: idParams,
    answer: z.array(checkResultSchema),
  }),
  messages: call({
    method: 'GET',
    path: `${path}/messages`,
    summary: 'Calls between a partner and us, newest first',
    roles,
    params: idParams,
    query: z.object({
      before: z.coerce.number().int().positive().optional(),
      module: z.string().max(50).optional(),
      failed: z.enum(['true', 'false']).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.array(partnerMessageSchema),
    cursored: true,
  }),
  message: call({
    method: 'GET',
    path: `${path}/messages/{messageId}`,
    summary: 'One of them with its bodies, without tokens',
    roles,
    params: z.object({
      id: z.coerce.number().int().positive(),
      messageId: z.coerce.number().int().positive(),
    }),
    answer: wholePartnerMessageSchema,
  }),
}
