import type { Role } from '@stationmaster/contract'

/** Which parts of the dashboard a role sees (domain.md#roles-and-scope). */
export function seenBy(role: Role | undefined) {
  const isOneOf = (...roles: Role[]) => role !== undefined && roles.includes(role)
  return {
    statistics: isOneOf('administrator', 'manager'),
    network: isOneOf('administrator', 'manager', 'operator'),
    orders: isOneOf('administrator', 'manager', 'operator'),
    orderDetails: isOneOf('administrator', 'operator'),
  }
}
