import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { languages, roles } from '../base/enums.ts'
import { confirms, currentPassword, emailRule, nameRule, passwordRule } from '../base/rules.ts'
import { secondFactorStates, typedCode } from './second-factor.ts'

export const managerSchema = z.object({
  id: z.number(),
  role: z.enum(roles),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  avatar_url: z.string().nullable(),
  owner_id: z.number().nullable(),
  default_payment_method_id: z.number().nullable(),
  account_id: z.number().nullable(),
  subscription_id: z.number().nullable(),
  plan_id: z.string().nullable(),
  /** of the mails */
  language: z.enum(languages),
  /** mails of stations that are not connected: of owners, managers and administrators */
  silence_mails: z.boolean(),
  email_verified: z.boolean(),
  /** a new address, used for log-ins after it is confirmed */
  new_email: z.string().nullable(),
  /** needed: only the own account is open until it is set up */
  second_factor: z.enum(secondFactorStates),
})
export type Manager = z.infer<typeof managerSchema>

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type Tokens = z.infer<typeof tokens>

/** The token of the browser makes it a known device of the account, so that strangers who guess passwords cannot lock it out. */
const logInTokens = tokens.extend({ device_token: z.string() })
export type LogInTokens = z.infer<typeof logInTokens>

/** The typed address to look up an account. Any text is accepted, so that a refusal shows nothing about the account. */
const lookedUpEmail = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

const logInBody = z.object({
  email: lookedUpEmail,
  password: currentPassword,
  /** where the account has a second factor: of the authenticator, or a recovery code */
  code: typedCode.optional(),
  /** from a log-in before, of whichever account */
  device_token: z.string().min(40).max(100).optional(),
})

const signUpBody = z.object({
  email: emailRule,
  first_name: nameRule,
  last_name: nameRule,
  password: passwordRule,
  /** wants news of the product by mail */
  subscriber: z.boolean().optional(),
})

/** The sign-up form (domain.md#signing-in). */
export const signUpForm = signUpBody
  .extend({ confirm_password: passwordRule })
  .check(confirms('password', 'equal'))

const newPasswordBody = z.object({ new_password: passwordRule })

/** The form of a new password, in the settings and behind a mailed link (domain.md#signing-in). */
export const newPasswordForm = newPasswordBody
  .extend({ confirm_password: passwordRule })
  .check(confirms('new_password', 'match'))

const mailedToken = z.string().min(1).max(200)

/** What a mailed link is for. invitation: the first password; keep_email: the old mailbox objects to a new address. */
const mailedLinkPurposes = ['password', 'invitation', 'email', 'new_email', 'keep_email'] as const

/** The state of a mailed link. used: it was used, or a newer link or another address has replaced it */
const mailedLinkSchema = z.object({
  purpose: z.enum(mailedLinkPurposes),
  state: z.enum(['good', 'used', 'expired']),
  /** its purpose is done: the address is confirmed, or a password is chosen */
  done: z.boolean(),
  /** whether a new link can be mailed to the same address */
  can_renew: z.boolean(),
})
export type MailedLink = z.infer<typeof mailedLinkSchema>

export const sessionSchema = z.object({
  id: z.number(),
  /** browser and system, e.g. `Firefox, Windows`; empty when they are not known */
  device: z.string(),
  remote_address: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** the session of this request */
  current: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>

/** Signing in (domain.md#signing-in). */
export const auth = {
  logIn: call({
    method: 'POST',
    path: 'auth/manager/log-in',
    summary: 'Sign in with e-mail and password, and a code where the account has a second factor',
    roles: 'public',
    body: logInBody,
    answer: logInTokens,
  }),
  currentManager: call({
    method: 'GET',
    path: 'auth/manager',
    summary: 'The manager who is signed in',
    roles: roles,
    answer: managerSchema,
  }),
  createToken: call({
    method: 'POST',
    path: 'auth/manager/create-token',
    summary: 'Exchange a refresh token for new tokens',
    roles: 'public',
    body: z.object({ email: lookedUpEmail, refresh_token: z.string().min(1).max(200) }),
    answer: tokens,
  }),
  logOut: call({
    method: 'POST',
    path: 'auth/manager/log-out',
    summary: 'End the session of a refresh token',
    roles: 'public',
    body: z.object({ refresh_token: z.string().min(1).max(200) }),
    status: 204,
  }),
  signUp: call({
    method: 'POST',
    path: 'auth/manager',
    summary: 'Sign up: a manager who owns nothing yet',
    roles: 'public',
    body: signUpBody,
    answer: managerSchema,
    status: 201,
  }),
  askPassword: call({
    method: 'POST',
    path: 'auth/manager/password-change-requests',
    summary: 'Mail a link to choose a new password; answers the same whether the address is known or not',
    roles: 'public',
    body: z.object({ email: emailRule }),
    status: 204,
  }),
  setPassword: call({
    method: 'POST',
    path: 'auth/manager/password-change-requests/{token}',
    summary: 'Choose a new password with a mailed token, once; ends all sessions',
    roles: 'public',
    bySecret: true,
    params: z.object({ token: mailedToken }),
    body: newPasswordBody,
    status: 204,
  }),
  mailedLink: call({
    method: 'POST',
    path: 'auth/mailed-links',
    summary: 'How a mailed link stands, before anything is done with it; looking uses nothing up',
    roles: 'public',
    bySecret: true,
    body: z.object({ token: mailedToken }),
    answer: mailedLinkSchema,
  }),
  renewLink: call({
    method: 'POST',
    path: 'auth/mailed-links/renewals',
    summary: 'Mail a new link to the address that an old or used one was mailed to, at most five an hour',
    roles: 'public',
    bySecret: true,
    body: z.object({ token: mailedToken }),
    status: 204,
  }),
  verifyEmail: call({
    method: 'POST',
    path: 'auth/email/verify',
    summary: 'Confirm an e-mail address with a mailed token, once',
    roles: 'public',
    bySecret: true,
    body: z.object({ token: mailedToken }),
    answer: z.object({ verified: z.literal(true) }),
  }),
  keepEmail: call({
    method: 'POST',
    path: 'auth/email/objections',
    summary:
      'Object to a new address with the token mailed to the old one, once: the old one stays, all sessions end, the password is void',
    roles: 'public',
    bySecret: true,
    body: z.object({ token: mailedToken }),
    status: 204,
  }),
  askVerification: call({
    method: 'POST',
    path: 'auth/email/verification-requests',
    summary: 'Mail the link that confirms the address, or the new one, of whoever is signed in once more',
    roles: roles,
    status: 204,
  }),
  sessions: call({
    method: 'GET',
    path: 'auth/manager/sessions',
    summary: 'Where the manager is signed in, the latest used first',
    roles: roles,
    answer: z.array(sessionSchema),
  }),
  endSession: call({
    method: 'DELETE',
    path: 'auth/manager/sessions/{id}',
    summary: 'End one of the own sessions',
    roles: roles,
    params: idParams,
    status: 204,
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: 'auth/manager/sessions',
    summary: 'End all own sessions but the one that asks',
    roles: roles,
    status: 204,
  }),
}
