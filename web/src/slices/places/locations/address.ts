import type { Location } from '@stationmaster/contract'

type Addressed = Pick<Location, 'street' | 'postal_code' | 'city' | 'country'>

/** Street, postal code and city in one line, as far as they are known. */
export const addressLine = ({ street, postal_code, city }: Addressed): string =>
  [street, [postal_code, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
