import type { Driver } from '@stationmaster/contract'

/** A driver's name, or the number of one who has none. */
export const driverName = ({
  id,
  first_name,
  last_name,
}: Pick<Driver, 'id' | 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`.trim() || `#${id}`
