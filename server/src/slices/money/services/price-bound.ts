import { Failure } from '../../../platform/http/failure.ts'
import type { PricedService } from './store.ts'

type Priced = Pick<PricedService, 'priceMinor' | 'agreedMinor' | 'mostMinor'>

/** What a service may cost without an administrator: the location's most, or what an administrator has agreed to for it. */
export const boundOf = ({ agreedMinor, mostMinor }: Omit<Priced, 'priceMinor'>): number =>
  Math.max(mostMinor, agreedMinor ?? 0)

/** Whether a service is sold on what drivers have paid with: its price is within the bound. */
export const isAgreed = (service: Priced): boolean => service.priceMinor <= boundOf(service)

/** Throws service.price_not_agreed for a service whose price nobody has agreed to. */
export function checkAgreed(service: Priced): void {
  if (!isAgreed(service)) throw new Failure('service.price_not_agreed', { most: boundOf(service) })
}
