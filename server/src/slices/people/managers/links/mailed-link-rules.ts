import type { MailedLink } from '@stationmaster/contract'
import type { MailedToken } from './one-time-token-store.ts'

const same = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase()

/** The state of a mailed link at an instant. It is good before its expiry, not at it. */
export function linkOf({ purpose, email, expiresAt, usedAt, manager }: MailedToken, at: Date): MailedLink {
  const isTheirs = same(email, purpose === 'new_email' ? manager.new_email : manager.email)
  const state =
    usedAt !== null || (!isTheirs && purpose !== 'keep_email') ? 'used' : expiresAt <= at ? 'expired' : 'good'
  const done = isDone(purpose, email, manager)
  const renews = purpose === 'password' || purpose === 'invitation' || (purpose !== 'keep_email' && !done)
  return {
    purpose,
    state,
    done,
    can_renew: state !== 'good' && renews && isTheirs && manager.blocked_at === null,
  }
}

/** Whether the purpose of a link is done. */
function isDone(purpose: MailedToken['purpose'], email: string, manager: MailedToken['manager']): boolean {
  if (purpose === 'email') return manager.email_verified_at !== null && same(email, manager.email)
  if (purpose === 'new_email') return same(email, manager.email)
  return purpose === 'invitation' && manager.password_hash !== null
}
