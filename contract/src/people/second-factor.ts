import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { roles } from '../base/enums.ts'
import { currentPassword } from '../base/rules.ts'

/** Whether a log-in needs a code; needed: not set up yet, and nothing else is open until it is. */
export const secondFactorStates = ['off', 'on', 'needed'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

/** A code of the authenticator, or a recovery code; spaces and dashes are as people type them. */
export const typedCode = z.string().trim().min(6).max(40)

const proven = z.object({ current_password: currentPassword.optional() })
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
const path = 'auth/manager/second-factor'

/** The own second factor: codes by time (RFC 6238) and recovery codes. */
export const secondFactor = {
  get: call({
    method: 'GET',
    path,
    summary: 'Whether the manager’s log-in asks for a code, since when, and how many recovery codes are left',
    roles: roles,
    answer: z.object({
      state: z.enum(secondFactorStates),
      /** the setting that makes administrators have one */
      required: z.boolean(),
      confirmed_at: instant.nullable(),
      recovery_codes_left: z.number(),
    }),
  }),
  begin: call({
    method: 'POST',
    path,
    summary: 'Draw a secret for an authenticator, in place of one that was not confirmed',
    roles: roles,
    body: proven,
    answer: z.object({
      secret: z.string().describe('Base32'),
      uri: z.string().describe('What the QR code holds'),
    }),
  }),
  confirm: call({
    method: 'POST',
    path: `${path}/confirmation`,
    summary: 'Show that the authenticator works: from now on a log-in asks for a code',
    roles: roles,
    body: z.object({ code: typedCode }),
    answer: recoveryCodes,
  }),
  renewCodes: call({
    method: 'POST',
    path: `${path}/recovery-codes`,
    summary: 'Draw new recovery codes; the ones before are void',
    roles: roles,
    body: proven,
    answer: recoveryCodes,
  }),
  remove: call({
    method: 'POST',
    path: `${path}/removal`,
    summary: 'Log in with the password alone again; asks for the password however fresh the log-in is',
    roles: roles,
    body: proven,
    status: 204,
  }),
  reset: call({
    method: 'POST',
    path: 'managers/{id}/second-factor/reset',
    summary: 'Take the second factor of somebody who has lost it',
    roles: ['administrator'],
    params: idParams,
    body: proven,
    status: 204,
  }),
}
