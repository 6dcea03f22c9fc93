import { z } from 'zod'
import { call, idParams, instant, page } from '../base/call.ts'
import { languages, roles } from '../base/enums.ts'
import { currentPassword, emailRule, nameRule, passwordRule, phoneRule } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'
import { freeStations } from './freed-stations.ts'

/** A person of the staff as the administration shows them; `can` holds what the caller may do with the person. */
export const personSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role: z.enum(roles),
  /** whose locations an operator or accounter sees; null: the whole network */
  owner_id: z.number().nullable(),
  owner_first_name: z.string().nullable(),
  owner_last_name: z.string().nullable(),
  owner_email: z.string().nullable(),
  subscription_id: z.number().nullable(),
  blocked: z.boolean(),
  /** has not chosen a password yet */
  invited: z.boolean(),
  email_verified: z.boolean(),
  /** a new address; until it is confirmed, log-ins use `email` */
  new_email: z.string().nullable(),
  /** null when it is so long ago that the log-in has ended */
  last_seen_at: instant.nullable(),
  created_at: instant,
  /** owned or assigned */
  number_of_locations: z.number(),
  /** a log-in needs a code and the password */
  second_factor: z.boolean(),
  can: z.object({ change_role: z.boolean(), block: z.boolean(), reset_second_factor: z.boolean() }),
})
export type Person = z.infer<typeof personSchema>

/** What may be changed of a person. People change their own profile; administrators change everything except language and password of others. */
export const personChange = z
  .object({
    first_name: nameRule,
    last_name: nameRule,
    phone: phoneRule,
    email: emailRule,
    language: z.enum(languages),
    /** mails of stations that are not connected, at the locations that they are responsible for */
    silence_mails: z.boolean(),
    new_password: passwordRule,
    /** the caller's current password, needed for a new password or e-mail when the log-in is older than 15 minutes */
    current_password: currentPassword,
    role: z.enum(roles),
    owner_id: idOf('manager').nullable(),
    blocked: z.boolean(),
    free_stations: freeStations,
  })
  .partial()
export type PersonChange = z.output<typeof personChange>

/** Who is invited, as what; the form of the invitation is checked by it as well. */
export const invitationBody = z.object({
  email: emailRule,
  first_name: nameRule,
  last_name: nameRule,
  role: z.enum(roles),
  owner_id: idOf('manager').nullish(),
})

const assignedLocation = z.object({
  id: z.number(),
  name: z.string(),
  city: z.string(),
  street: z.string(),
})

export const managers = {
  list: call({
    method: 'GET',
    path: 'managers',
    summary: 'Managers by name; `can_own=true`: those that a location may belong to, for owner pickers',
    roles: ['administrator'],
    query: z.object({
      ...page(500, 500),
      search: z.string().trim().max(100).optional(),
      roles: z.string().max(200).optional().describe('A comma list of roles'),
      can_own: z.enum(['true', 'false']).optional(),
    }),
    answer: z.array(personSchema),
    counted: true,
  }),
  invite: call({
    method: 'POST',
    path: 'managers',
    summary: 'Add a manager and mail them a link to choose a password',
    roles: ['administrator'],
    body: invitationBody,
    answer: personSchema,
    status: 201,
  }),
  resendInvitation: call({
    method: 'POST',
    path: 'managers/{id}/invitation',
    summary: 'Mail the invitation once more; the link before it is void',
    roles: ['administrator'],
    params: idParams,
    status: 204,
  }),
  get: call({
    method: 'GET',
    path: 'managers/{id}',
    summary: 'One manager; everybody their own, an administrator anybody',
    roles: roles,
    params: idParams,
    answer: personSchema,
  }),
  change: call({
    method: 'PATCH',
    path: 'managers/{id}',
    summary:
      'Change a manager; everybody their own profile, an administrator also role, owner and access of others',
    roles: roles,
    params: idParams,
    body: personChange,
    answer: personSchema,
  }),
  locations: call({
    method: 'GET',
    path: 'managers/{id}/locations',
    summary: 'Locations that are assigned to a manager beside those they own',
    roles: ['administrator'],
    params: idParams,
    answer: z.array(assignedLocation),
  }),
  assignLocations: call({
    method: 'PUT',
    path: 'managers/{id}/locations',
    summary: 'Assign exactly these locations to a manager',
    roles: ['administrator'],
    params: idParams,
    body: z.array(idOf('location')).max(2000),
    answer: z.array(assignedLocation),
  }),
  balance: call({
    method: 'GET',
    path: 'managers/{id}/balance',
    summary:
      'What is due to the owner by the ledger, in kopecks; of staff without an owner: what the network has captured, refunds taken off',
    roles: ['administrator', 'manager', 'accounter', 'app-developer'],
    params: idParams,
    answer: z.object({
      available: z.object({ amount: z.number() }),
      of: z
        .enum(['own', 'owner', 'network'])
        .describe('Whose: what is due to the manager, to the owner of their staff, or the network’s revenue'),
      /** of an owner’s staff */
      owner_name: z.string().nullable(),
    }),
  }),
  uploadAvatar: call({
    method: 'POST',
    path: 'managers/{id}/avatar',
    summary:
      'Upload a picture of a manager (jpg or png of 20 MB at most); everybody their own, an administrator anybody’s',
    roles: roles,
    params: idParams,
    upload: true,
    answer: z.object({ avatar_url: z.string() }),
  }),
  removeAvatar: call({
    method: 'DELETE',
    path: 'managers/{id}/avatar',
    summary: 'Remove the picture of a manager',
    roles: roles,
    params: idParams,
    status: 204,
  }),
}
