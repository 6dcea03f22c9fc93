import { z } from 'zod'
import { call, instant } from '../base/call.ts'
import { roles } from '../base/enums.ts'
import { currentPassword } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'
import { typedCode } from './second-factor.ts'

const word = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

/** Which role and locations the members of a group of the provider get; the first rule that fits gives the role. */
const groupRule = z.object({
  group: word(200),
  role: z.enum(roles),
  /** of operators and accounters: whose locations they see; null: the whole network */
  owner_id: idOf('manager').nullable(),
  /** of managers: the locations that they run */
  location_ids: z.array(idOf('location')).max(1000),
})
export type GroupRule = z.output<typeof groupRule>

/** Who gets an account: invited people only, or everybody whose group has a role. */
const newAccounts = ['invited', 'first_log_in'] as const

const written = {
  enabled: z.boolean(),
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  client_id: word(500),
  label: word(60),
  scopes: word(500).regex(/(^| )openid( |$)/),
  groups_claim: word(200),
  rules: z.array(groupRule).max(200),
  accounts: z.enum(newAccounts),
  /** an address of another domain is refused; empty: every domain */
  email_domains: z.array(word(253)).max(100),
  verified_email_only: z.boolean(),
  /** values of `amr` or `acr` after which no second factor of ours is needed */
  trusted_methods: z.array(word(200)).max(50),
  /** a session ends so long after its log-in */
  session_hours: z.number().int().min(1).max(720),
  /** the provider confirms the account so often, where it gave a refresh token */
  check_minutes: z.number().int().min(1).max(1440),
  password_log_in: z.boolean(),
  emergency_manager_id: idOf('manager').nullable(),
}

const settingsSchema = z.object({
  ...written,
  /** empty before somebody has set it up */
  issuer: z.string(),
  client_id: z.string(),
  has_secret: z.boolean(),
  /** issuer, client and secret come from the server's environment */
  preset: z.boolean(),
  /** PASSWORD_LOG_IN is set: passwords work whatever is set here */
  password_forced: z.boolean(),
  tried_at: instant.nullable(),
  /** addresses for the provider's own settings */
  redirect_uri: z.string(),
  log_out_uri: z.string(),
  back_channel_uri: z.string(),
})
export type SingleSignOnSettings = z.infer<typeof settingsSchema>

const begun = z.object({
  /** where the browser goes */
  url: z.string(),
  /** to be kept by the browser and sent when it is back */
  browser_secret: z.string(),
})

const triedSchema = z.object({
  subject: z.string(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  groups: z.array(z.string()),
  /** null: no rule fits, the log-in would be refused */
  role: z.enum(roles).nullable(),
  location_ids: z.array(z.number()),
  owner_id: z.number().nullable(),
  methods: z.array(z.string()),
  second_factor_trusted: z.boolean(),
  refresh_token: z.boolean(),
  claims: z.array(z.string()),
})
export type TriedLogIn = z.infer<typeof triedSchema>

const signedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  device_token: z.string(),
})

const returned = z.object({
  outcome: z.enum(['signed_in', 'code_needed', 'linked', 'tried']),
  tokens: signedIn.nullable(),
  /** code_needed: to be sent with the code */
  pending: z.string().nullable(),
  tried: triedSchema.nullable(),
})
export type SingleSignOnReturn = z.infer<typeof returned>

const secret = z.string().min(1).max(200)
const deviceToken = z.string().min(40).max(100).optional()
const path = 'auth/single-sign-on'

/** Log-ins at an OpenID Connect provider (docs/programs/single-sign-on.md). */
export const singleSignOn = {
  options: call({
    method: 'GET',
    path,
    summary: 'How one logs in here: with a password, at the provider, or both',
    roles: 'public',
    answer: z.object({
      enabled: z.boolean(),
      label: z.string(),
      password_log_in: z.boolean(),
    }),
  }),
  begin: call({
    method: 'POST',
    path: `${path}/log-ins`,
    summary: 'Begin a log-in at the provider; good for ten minutes and one return of the same browser',
    roles: 'public',
    answer: begun,
  }),
  comeBack: call({
    method: 'POST',
    path: `${path}/returns`,
    summary: 'End what was begun at the provider with what it sent the browser back with, once',
    roles: 'public',
    body: z.object({
      browser_secret: secret,
      /** as they stand in the address */
      parameters: z.record(z.string().max(100), z.string().max(8000)),
      device_token: deviceToken,
    }),
    answer: returned,
  }),
  giveCode: call({
    method: 'POST',
    path: `${path}/codes`,
    summary: 'Send the code of the second factor after the provider has let one in',
    roles: 'public',
    body: z.object({ pending: secret, code: typedCode, device_token: deviceToken }),
    answer: signedIn,
  }),
  logOut: call({
    method: 'POST',
    path: `${path}/log-outs`,
    summary: 'End the session of a refresh token; tells where the browser ends it at the provider too',
    roles: 'public',
    body: z.object({ refresh_token: secret }),
    answer: z.object({ url: z.string().nullable() }),
  }),
  endFromProvider: call({
    method: 'POST',
    path: `${path}/back-channel-log-outs`,
    summary:
      'The provider ends sessions, by a logout token in a form (OpenID Connect Back-Channel Logout 1.0)',
    roles: 'public',
    body: z.object({ logout_token: z.string().min(1).max(20_000) }),
    answer: z.object({ ended: z.number() }),
  }),
  own: call({
    method: 'GET',
    path: `${path}/link`,
    summary: 'Whether the caller’s account is connected with the provider',
    roles: roles,
    answer: z.object({ enabled: z.boolean(), label: z.string(), linked_at: instant.nullable() }),
  }),
  link: call({
    method: 'POST',
    path: `${path}/link`,
    summary: 'Begin to connect the caller’s account with one at the provider',
    roles: roles,
    body: z.object({ current_password: currentPassword.optional() }),
    answer: begun,
  }),
  unlink: call({
    method: 'DELETE',
    path: `${path}/link`,
    summary: 'Disconnect the caller’s account from the provider; not where it is the only way in',
    roles: roles,
    status: 204,
  }),
  settings: call({
    method: 'GET',
    path: 'single-sign-on',
    summary: 'The settings of single sign-on',
    roles: ['administrator'],
    answer: settingsSchema,
  }),
  change: call({
    method: 'PUT',
    path: 'single-sign-on',
    summary: 'Change the settings of single sign-on; it is switched on after a log-in was tried',
    roles: ['administrator'],
    body: z.object({
      ...written,
      /** left out: stays; empty: none, for a public client */
      client_secret: z.string().max(2000).optional(),
      current_password: currentPassword.optional(),
    }),
    answer: settingsSchema,
  }),
  check: call({
    method: 'POST',
    path: 'single-sign-on/checks',
    summary: 'Read what the provider says of itself',
    roles: ['administrator'],
    answer: z.object({
      issuer: z.string(),
      log_out: z.boolean(),
      back_channel_log_out: z.boolean(),
      scopes: z.array(z.string()),
      claims: z.array(z.string()),
    }),
  }),
  try: call({
    method: 'POST',
    path: 'single-sign-on/tries',
    summary: 'Begin a log-in at the provider that changes nothing and shows what would become of it',
    roles: ['administrator'],
    answer: begun,
  }),
}
