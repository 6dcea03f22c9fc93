import type { GroupRule, Role } from '@stationmaster/contract'

/** What somebody may do here and see, by the groups that their provider names. */
export interface Grant {
  role: Role
  /** of operators and accounters; null: the whole network */
  ownerId: number | null
  /** of managers, sorted */
  locationIds: number[]
}

type Claims = Readonly<Record<string, unknown>>

/** A claim by its name, or by a path with dots, such as realm_access.roles; a name that has dots itself comes first. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** The groups that a claim names: a list of texts, or one text. */
export function groupsIn(claims: Claims, name: string): string[] {
  const value = claimOf(claims, name)
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((one): one is string => typeof one === 'string' && one !== ''))]
}

/**
 * The first rule whose group somebody is in gives the role, and the owner with it. A manager gets the locations of all rules for
 * managers that fit. null: no rule fits, and they are not let in.
 */
export function grantOf(rules: readonly GroupRule[], groups: readonly string[]): Grant | null {
  const mine = new Set(groups)
  const fitting = rules.filter(({ group }) => mine.has(group))
  const [decides] = fitting
  if (!decides) return null
  const { role } = decides
  const seesOne = role === 'operator' || role === 'accounter'
  const managed = fitting.filter((rule) => rule.role === 'manager').flatMap((rule) => rule.location_ids)
  return {
    role,
    ownerId: seesOne ? decides.owner_id : null,
    locationIds: role === 'manager' ? [...new Set(managed)].sort((a, b) => a - b) : [],
  }
}

/** Whether somebody had something before that a grant does not give: their older sessions end. */
export const losesBy = (before: Grant, after: Grant): boolean =>
  after.role !== 'administrator' &&
  (before.role !== after.role ||
    (before.ownerId !== after.ownerId && after.ownerId !== null) ||
    before.locationIds.some((id) => !after.locationIds.includes(id)))

/** The provider's word that an address belongs to somebody: the standard claim, or that of Entra ID. */
export const isVerified = ({ email_verified: standard, xms_edov: entra }: Claims): boolean =>
  isTrue(standard) || (standard === undefined && isTrue(entra))

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

/** Whether an address is of one of the domains; with no domains every address is. */
export const isOfDomains = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 ||
  domains.some((domain) => email.toLowerCase().split('@').at(-1) === domain.toLowerCase())

/** How the provider says that it has made sure of somebody (amr and acr, RFC 8176). */
export function methodsIn({ amr, acr }: Claims): string[] {
  const list: unknown[] = Array.isArray(amr) ? amr : [amr]
  return [...list, acr].filter((one): one is string => typeof one === 'string' && one !== '')
}

/** First and last name; where the provider names none, what stands before the @. */
export function namesIn(claims: Claims, email: string): { firstName: string; lastName: string } {
  const { given_name, family_name, name } = claims
  const [first, last] = [textOf(given_name), textOf(family_name)]
  if (first !== '' || last !== '') return { firstName: first, lastName: last }
  const words = textOf(name).split(' ').filter(Boolean)
  if (words.length > 0) return { firstName: words[0] ?? '', lastName: words.slice(1).join(' ') }
  return { firstName: textOf(email.split('@')[0]), lastName: '' }
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
        .trim()
        .slice(0, 100)
    : ''
