import { z } from 'zod'
import { call } from './call.ts'
import { roles } from './enums.ts'

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
})
export type Manager = z.infer<typeof managerSchema>

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type Tokens = z.infer<typeof tokens>

export const logInBody = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(200),
})

/** Signing in (spec document 1, section 7, calls 1 to 3). */
export const auth = {
  logIn: call({
    method: 'POST',
    path: 'auth/manager/log-in',
    summary: 'Sign in with e-mail and password',
    roles: 'public',
    body: logInBody,
    answer: tokens,
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
    body: z.object({ email: z.string().trim().min(1).max(254), refresh_token: z.string().min(1).max(200) }),
    answer: tokens,
  }),
  logOut: call({
    method: 'POST',
    path: 'auth/manager/log-out',
    summary: 'Revoke a refresh token',
    roles: 'public',
    body: z.object({ refresh_token: z.string().min(1).max(200) }),
    status: 204,
  }),
}
