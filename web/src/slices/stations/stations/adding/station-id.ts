import { newStationBody } from '@stationmaster/contract'

/** 10 random bytes in hex: an identity for a new station (domain.md#stations). */
export const drawStationId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** An id as it is kept while it is typed: without spaces. */
export const withoutSpaces = (typed: string): string => typed.replaceAll(/\s/g, '')

/** What is wrong with a station's id; null when it can be used. */
export function stationIdFault(id: string): 'required' | 'tooLong' | 'characters' | null {
  const checked = newStationBody.shape.id.safeParse(id)
  if (checked.success) return null
  const codes = checked.error.issues.map(({ code }) => code)
  if (codes.includes('too_small')) return 'required'
  return codes.includes('too_big') ? 'tooLong' : 'characters'
}
