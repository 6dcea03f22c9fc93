import { z } from 'zod'
import { call, instant } from '../base/call.ts'
import { languages } from '../base/enums.ts'
import { emailRule } from '../base/rules.ts'
import { codeRule } from '../money/services.ts'

/** A phone number with its country: a plus sign and digits; the signs that people write between them are left out. */
const internationalPhone = z
  .string()
  .trim()
  .max(32)
  .transform((phone) => phone.replaceAll(/[ ()./-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/))

/** The address by which a driver signs in: an e-mail, or a phone number with its country. */
const contact = { email: emailRule.optional(), phone: internationalPhone.optional() }
const isOne = ({ email, phone }: { email?: string | undefined; phone?: string | undefined }) =>
  (email === undefined) !== (phone === undefined)
const either = { message: 'either email or phone' }

const contactBody = z.object(contact).refine(isOne, either)
const provenBody = z.object({ ...contact, code: codeRule }).refine(isOne, either)

/** access_token opens the driver's calls for 15 minutes; refresh_token gets new ones, once. */
const driverTokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export type DriverTokens = z.output<typeof driverTokens>

const refreshToken = z.object({ refresh_token: z.string().min(1).max(200) })

/** Drivers sign in without a password, by a code that is sent to them. */
export const driverAuth = {
  code: call({
    method: 'POST',
    path: 'driver/auth/code',
    summary:
      'Send a code of six digits, good once and for ten minutes, to an e-mail address or as an SMS; the answer does not tell whether there is an account',
    roles: 'public',
    body: contactBody,
    status: 204,
  }),
  signIn: call({
    method: 'POST',
    path: 'driver/auth/sign-in',
    summary: 'Sign in with the code; an address that is new becomes a new driver’s',
    roles: 'public',
    body: provenBody,
    answer: driverTokens,
  }),
  refresh: call({
    method: 'POST',
    path: 'driver/auth/refresh',
    summary:
      'Exchange a refresh token for new tokens; it works for another minute, and later ends the sign-in',
    roles: 'public',
    body: refreshToken,
    answer: driverTokens,
  }),
  logOut: call({
    method: 'POST',
    path: 'driver/auth/log-out',
    summary: 'End the sign-in of a refresh token, or all of the account’s (`everywhere`)',
    roles: 'public',
    body: refreshToken.extend({ everywhere: z.boolean().default(false) }),
    status: 204,
  }),
}

/** What a driver is written to about, where it is wanted; what guards the driver's money is always mailed. */
export const driverNotices = ['idle_fee'] as const
export type DriverNotice = (typeof driverNotices)[number]

const minor = z.number().int()

const savedCardSchema = z.object({
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  saved_at: instant,
})

/** A driver's own account. Money in kopecks. */
export const driverAccountSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  /** proven: it opens this account */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  email_proven: z.boolean(),
  phone_proven: z.boolean(),
  /** null: what the browser or the app asks for */
  language: z.enum(languages).nullable(),
  notices: z.array(z.enum(driverNotices)),
  /** nothing can be started; what is owed can still be paid */
  blocked: z.boolean(),
  /** what is paid in and not spent, cashback included */
  balance: minor,
  /** the part of it that is held for open sessions */
  held: minor,
  /** what is due for earlier sessions */
  debt: minor,
  saved_card: savedCardSchema.nullable(),
})
export type DriverAccount = z.output<typeof driverAccountSchema>

const personName = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

/** A driver's own data. */
export const driverAccount = {
  me: call({
    method: 'GET',
    path: 'driver/me',
    summary: 'The driver who is signed in: name, addresses, settings, balance, debt and saved card',
    roles: 'driver',
    answer: driverAccountSchema,
  }),
  change: call({
    method: 'PATCH',
    path: 'driver/me',
    summary: 'Change the name, the language or the notices; what is left out stays as it is',
    roles: 'driver',
    body: z.object({
      first_name: personName.optional(),
      last_name: personName.optional(),
      language: z.enum(languages).optional(),
      notices: z.array(z.enum(driverNotices)).max(driverNotices.length).optional(),
    }),
    answer: driverAccountSchema,
  }),
  askContact: call({
    method: 'POST',
    path: 'driver/me/contact/code',
    summary: 'Send a code to an e-mail address or phone number that is to be this account’s',
    roles: 'driver',
    body: contactBody,
    status: 204,
  }),
  changeContact: call({
    method: 'PUT',
    path: 'driver/me/contact',
    summary:
      'Take an e-mail address or phone number for this account with the code that came there; the address before it is told, and no longer opens the account',
    roles: 'driver',
    body: provenBody,
    answer: driverAccountSchema,
  }),
  askDeletion: call({
    method: 'POST',
    path: 'driver/me/deletion/code',
    summary: 'Send the code that deletes the account to its own address',
    roles: 'driver',
    status: 204,
  }),
  delete: call({
    method: 'POST',
    path: 'driver/me/deletion',
    summary:
      'Delete the account with that code; refused while an order is open, something is owed or the balance is above zero. What the law wants kept is kept without name and address',
    roles: 'driver',
    body: z.object({ code: codeRule }),
    status: 204,
  }),
}
