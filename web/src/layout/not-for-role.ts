import type { Role } from '@stationmaster/contract'

/** A page that exists, and that the signed-in person may not open. */
export class NotForRole extends Error {
  constructor(
    /** the roles that may pass the guard that ran first */
    readonly roles: readonly Role[],
  ) {
    super('not for this role')
  }
}

/** Runs before a page is opened; `roles`: who may open it, where it is only for some. */
export type Guard = (() => void) & { roles?: readonly Role[] }

/** Who passes all of some guards. */
export const passing = (roles: readonly Role[], guards: readonly unknown[]): Role[] =>
  roles.filter((role) => guards.every((guard) => (guard as Guard | undefined)?.roles?.includes(role) ?? true))
