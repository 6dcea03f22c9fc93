import {
  allowedBy,
  connectorTypes,
  currents,
  type ImportColumn,
  locationBody,
  locationPricingBody,
  locationSettings,
  newStationBody,
  pictureAddress,
  placeFeatures,
  stationNumber,
} from '@stationmaster/contract'
import { first, isTimeZone } from '@stationmaster/units'
import { z } from 'zod'

/** The value of a cell; undefined when the file does not have it. */
export type Value = string | number | boolean | null | undefined

type Words = NonNullable<ReturnType<typeof allowedBy>>

/** A cell with a value that its column does not accept, and what the column accepts. */
export class Wrong {
  constructor(readonly allowed: Words | undefined) {}
}

export interface Column {
  name: ImportColumn
  of: 'location' | 'station' | 'connector'
  /** The column of the database and its type. Power, owner and features are converted. */
  db: readonly [name: string, type: string]
  /** The value of a cell; undefined when it changes nothing. */
  read(cell: string): Value | Wrong
  write(value: Value): string
  /** true when an empty cell is a fault */
  required?: true
}

const station = newStationBody.shape
const connector = station.connectors.element.shape

const shown = (value: Value): string => (value === null || value === undefined ? '' : String(value))

const checked = (schema: z.ZodType, value: unknown, allowed?: Words): Value | Wrong => {
  const { success, data, error } = schema.safeParse(value)
  return success ? (data as Value) : new Wrong(allowed ?? allowedBy(first(error.issues)))
}

const text = (schema: z.ZodType, blank?: Value, allowed?: Words) => ({
  read: (cell: string) =>
    cell.trim() === '' && blank !== undefined ? blank : checked(schema, cell, allowed),
  write: shown,
})

const number = (schema: z.ZodType, blank: Value) => ({
  read: (cell: string) =>
    cell.trim() === '' ? blank : checked(schema, Number(cell.trim().replace(',', '.').replaceAll(/\s/g, ''))),
  write: shown,
})

const yes = new Set(['true', '1', 'yes', 'ja', 'да', 'истина', 'wahr'])
const no = new Set(['false', '0', 'no', 'nein', 'нет', 'ложь', 'falsch'])

const yesOrNo = { en: 'true or false.', de: 'true oder false.', ru: 'true или false.' }

const switched = {
  read(cell: string) {
    const word = cell.trim().toLowerCase()
    if (word === '') return undefined
    return yes.has(word) ? true : no.has(word) ? false : new Wrong(yesOrNo)
  },
  write: shown,
} as const

const zone = z.string().refine(isTimeZone)

const zoneName = {
  en: 'The name of a time zone, such as Europe/Berlin.',
  de: 'Der Name einer Zeitzone, etwa Europe/Berlin.',
  ru: 'Название часового пояса, например Europe/Berlin.',
}

const pictureWords = {
  en: 'An address that begins with https://, or one of a picture that was uploaded here.',
  de: 'Eine Adresse, die mit https:// beginnt, oder die eines hier hochgeladenen Bildes.',
  ru: 'Адрес, который начинается с https://, или адрес загруженного сюда изображения.',
}

const featureWords = `${placeFeatures.join(' ')}.`
const someFeatures = {
  en: `Some of ${featureWords}`,
  de: `Einige von ${featureWords}`,
  ru: `Несколько из ${featureWords}`,
}

/** The sorted words of a cell, each once, with a space between them, so that two cells can be compared. */
function readFeatures(cell: string): Value | Wrong {
  const words = cell
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const known: readonly string[] = placeFeatures
  return words.every((word) => known.includes(word))
    ? known.filter((feature) => words.includes(feature)).join(' ')
    : new Wrong(someFeatures)
}

const optionalText = (schema: { unwrap(): z.ZodType }) => text(schema.unwrap())
const location = locationBody.shape
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** The columns with values. The columns location_id, station_id, evse_number and connector_number name what a row is about. */
export const columns: readonly Column[] = [
  { name: 'location_name', of: 'location', db: ['name', 'text'], ...text(location.name), required: true },
  {
    name: 'owner_email',
    of: 'location',
    db: ['owner_email', 'text'],
    ...text(z.string().trim().toLowerCase(), null),
  },
  { name: 'country', of: 'location', db: ['country', 'text'], ...optionalText(location.country) },
  { name: 'city', of: 'location', db: ['city', 'text'], ...optionalText(location.city) },
  { name: 'street', of: 'location', db: ['street', 'text'], ...optionalText(location.street) },
  { name: 'postal_code', of: 'location', db: ['postal_code', 'text'], ...optionalText(location.postal_code) },
  { name: 'lat', of: 'location', db: ['lat', 'double precision'], ...number(latitude, null) },
  { name: 'lng', of: 'location', db: ['lng', 'double precision'], ...number(longitude, null) },
  {
    name: 'time_zone',
    of: 'location',
    db: ['time_zone', 'text'],
    read: (cell) => (cell.trim() === '' ? undefined : checked(zone, cell.trim(), zoneName)),
    write: shown,
  },
  {
    name: 'cashback_percent',
    of: 'location',
    db: ['cashback_percent', 'smallint'],
    ...number(z.number().int().min(0).max(100), undefined),
  },
  { name: 'free_parking', of: 'location', db: ['free_parking', 'boolean'], ...switched },
  {
    name: 'height_limit_cm',
    of: 'location',
    db: ['height_limit_cm', 'smallint'],
    ...number(locationSettings.shape.height_limit_cm.unwrap(), null),
  },
  { name: 'features', of: 'location', db: ['features', 'text[]'], read: readFeatures, write: shown },
  { name: 'listed', of: 'location', db: ['listed', 'boolean'], ...switched },
  {
    name: 'silence_minutes',
    of: 'location',
    db: ['silence_minutes', 'integer'],
    ...number(locationSettings.shape.silence_minutes.unwrap(), null),
  },
  {
    name: 'number',
    of: 'station',
    db: ['number', 'integer'],
    ...number(stationNumber, undefined),
  },
  {
    name: 'vendor_name',
    of: 'station',
    db: ['vendor_name', 'text'],
    ...text(station.vendor_name),
    required: true,
  },
  { name: 'model', of: 'station', db: ['model', 'text'], ...text(station.model), required: true },
  { name: 'image', of: 'station', db: ['image', 'text'], ...text(pictureAddress, null, pictureWords) },
  { name: 'monetized', of: 'station', db: ['monetized', 'boolean'], ...switched },
  { name: 'parking_car', of: 'station', db: ['parking_car', 'boolean'], ...switched },
  { name: 'parking_bike', of: 'station', db: ['parking_bike', 'boolean'], ...switched },
  {
    name: 'type',
    of: 'connector',
    db: ['type', 'text'],
    ...text(z.string().trim().pipe(z.enum(connectorTypes))),
    required: true,
  },
  {
    name: 'current',
    of: 'connector',
    db: ['current', 'text'],
    ...text(z.string().trim().pipe(z.enum(currents))),
    required: true,
  },
  {
    name: 'power',
    of: 'connector',
    db: ['power_w', 'integer'],
    ...number(
      connector.power.transform((kW) => Math.round(kW * 1000)),
      undefined,
    ),
    write: (watts) => (typeof watts === 'number' ? String(watts / 1000) : ''),
    required: true,
  },
]

/** The prices of a kind of connectors at a location, in kopecks for a kWh, a minute and a session. An empty cell changes nothing. */
export const priceColumns: readonly Pick<Column, 'name' | 'read' | 'write' | 'required'>[] = [
  { name: 'tariff', ...number(locationPricingBody.shape.tariff, undefined) },
  { name: 'rate', ...number(locationPricingBody.shape.rate.unwrap(), undefined) },
  { name: 'start_fee', ...number(locationPricingBody.shape.start_fee.unwrap(), undefined) },
]

/** The columns of locations, stations or connectors. */
export const columnsOf = (of: Column['of']): Column[] => columns.filter((column) => column.of === of)

const identity = {
  en: 'Up to 48 letters, digits and * - _ = : + | @ . characters.',
  de: 'Bis zu 48 Buchstaben, Ziffern und Zeichen aus * - _ = : + | @ .',
  ru: 'До 48 латинских букв, цифр и знаков * - _ = : + | @ .',
}

/** Reads a cell that names something; undefined when it is empty. */
export const keys = {
  location_id: number(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER), undefined),
  station_id: {
    read: (cell: string): Value | Wrong =>
      cell.trim() === '' ? undefined : checked(station.id, cell, identity),
  },
  evse_number: number(connector.evse_number, undefined),
  connector_number: number(connector.number, undefined),
}
