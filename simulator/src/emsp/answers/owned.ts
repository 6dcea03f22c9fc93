import type { OcpiObject } from '../objects.ts'

/** What of an object's owner and id is not as in its address: country, party and id. */
export function ownProblems(object: OcpiObject, [countryCode, partyId, id]: string[]): string[] {
  const named = { country_code: countryCode, party_id: partyId, id }
  return Object.entries(named)
    .filter(([name, text]) => {
      const given = object[name]
      return given !== undefined && String(given).toUpperCase() !== String(text).toUpperCase()
    })
    .map(([name]) => `.${name} is not that of the address`)
}
