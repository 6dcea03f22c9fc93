import type { Role } from '@stationmaster/contract'

/** Which parts of the dashboard a role sees (spec document 1, section 6). */
export function seenBy(role: Role | undefined) {
  const isOneOf = (...roles: Role[]) => role !== undefined && roles.includes(role)
  return {
    statistics: isOneOf('administrator', 'manager'),
    network: isOneOf('administrator', 'manager', 'operator'),
    orders: isOneOf('administrator', 'manager', 'operator'),
    orderDetails: isOneOf('administrator', 'operator'),
  }
}
