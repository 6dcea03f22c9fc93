import type { Coordinates, GeocodeResult, Language } from '@stationmaster/contract'

/** Finds the point of an address and the address of a point; undefined: none found. Rejects when the service cannot be reached. */
export interface Geocoder {
  forward(address: string, language: Language): Promise<GeocodeResult | undefined>
  reverse(point: Coordinates, language: Language): Promise<GeocodeResult | undefined>
}

/** Asks the first geocoder, and the second one when the first fails. */
export function either(first: Geocoder, second: Geocoder, onFailure: (error: unknown) => void): Geocoder {
  const ask = async (question: (geocoder: Geocoder) => Promise<GeocodeResult | undefined>) => {
    try {
      return await question(first)
    } catch (error) {
      onFailure(error)
      return question(second)
    }
  }
  return {
    forward: (address, language) => ask((geocoder) => geocoder.forward(address, language)),
    reverse: (point, language) => ask((geocoder) => geocoder.reverse(point, language)),
  }
}
