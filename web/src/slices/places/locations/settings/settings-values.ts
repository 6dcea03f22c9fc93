import { type Location, locationSettings } from '@stationmaster/contract'

/** The values of the settings form: the change that is sent, without the version. */
export type SettingsValues = ReturnType<typeof locationSettings.parse>
export type SettingsField = keyof SettingsValues

const fields = Object.keys(locationSettings.shape) as SettingsField[]

/** A location's values as the form starts with them. */
export const valuesOf = (location: Location): SettingsValues => ({
  name: location.name,
  owner_id: location.owner_id,
  country: location.country,
  city: location.city,
  street: location.street,
  postal_code: location.postal_code,
  coordinates: location.coordinates,
  time_zone: location.time_zone,
  cashback_percent: location.cashback_percent,
  free_parking: location.free_parking,
  height_limit_cm: location.height_limit_cm,
  features: location.features,
  listed: location.listed,
  silence_minutes: location.silence_minutes,
  local_lists: location.local_lists,
  silent_partner: location.silent_partner,
  service_price_most: location.service_price_most,
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ from where the form started. */
const changedFields = (base: SettingsValues, values: SettingsValues): SettingsField[] =>
  fields.filter((field) => !same(base[field], values[field]))

/** The changed values only, so that other people's changes are not overwritten. */
export const changeOf = (base: SettingsValues, values: SettingsValues): Partial<SettingsValues> =>
  Object.fromEntries(changedFields(base, values).map((field) => [field, values[field]]))

/** The typed values on top of the values that somebody else has saved since then. */
export const rebased = (
  base: SettingsValues,
  typed: SettingsValues,
  saved: SettingsValues,
): SettingsValues => ({ ...saved, ...changeOf(base, typed) })

/** Why a field cannot be saved; checked with the server's schema. */
export function faultsOf(values: SettingsValues): Partial<Record<SettingsField, 'required' | 'invalid'>> {
  const parsed = locationSettings.safeParse(values)
  if (parsed.success) return {}
  return Object.fromEntries(
    parsed.error.issues.map(({ path }) => {
      const field = path[0] as SettingsField
      const value = values[field]
      return [field, typeof value === 'string' && value.trim() === '' ? 'required' : 'invalid']
    }),
  )
}
