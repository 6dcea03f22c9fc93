import type { StationSetting } from '@stationmaster/ocpp'

/** What a station can do by its own settings; null: they do not say. */
export interface Abilities {
  profiles: boolean | null
  reservations: boolean | null
}

/** What settings say: the feature profiles of 1.6 (clause 9.1), or the controllers of 2.x that are there and not switched off. */
export function abilitiesOf(
  settings: readonly Pick<StationSetting, 'name' | 'component' | 'value'>[],
): Abilities {
  const listed = settings.find(({ name }) => name === 'SupportedFeatureProfiles')?.value
  const features = listed?.split(',').map((feature) => feature.trim())
  const by = (controller: string, feature: string): boolean | null => {
    const said = settings
      .filter(({ component = '' }) => component === controller || component.startsWith(`${controller}.`))
      .map(({ value }) => value?.toLowerCase())
    if (said.includes('false')) return false
    if (said.includes('true')) return true
    return features ? features.includes(feature) : null
  }
  return {
    profiles: by('SmartChargingCtrlr', 'SmartCharging'),
    reservations: by('ReservationCtrlr', 'Reservation'),
  }
}
