import { type ChargingProfile, codecOf, read, write } from '@stationmaster/ocpi'
import type { Kept } from '../roaming-sessions/kept.ts'

const codec = codecOf('2.3.0').chargingProfile

/** A profile as it is kept: in the words of OCPI 2.3.0, which are those of 2.2.1. */
export const profileKept = (profile: ChargingProfile): Kept => write(codec, profile) as Kept

/** A profile that is kept. */
export function profileOfKept(kept: Kept): ChargingProfile {
  const reading = read(codec, kept)
  // it was written by the same codec
  if (!reading.ok) throw new Error('a charging profile that is kept cannot be read')
  return reading.value
}
