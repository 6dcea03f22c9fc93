import type { Role } from '@stationmaster/contract'

/** A page that exists, and that whoever is signed in may not open. */
export class NotForRole extends Error {
  constructor(
    /** who may pass the guard that was asked first */
    readonly roles: readonly Role[],
  ) {
    super('not for this role')
  }
}

/** What is asked before a page is opened; `roles`: who may, where it asks for some. */
export type Guard = (() => void) & { roles?: readonly Role[] }

/** Who passes all of some guards. */
export const passing = (roles: readonly Role[], guards: readonly unknown[]): Role[] =>
  roles.filter((role) => guards.every((guard) => (guard as Guard | undefined)?.roles?.includes(role) ?? true))
