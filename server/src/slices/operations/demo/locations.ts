import { createHash } from 'node:crypto'
import type { ConnectorType, Current, PlaceFeature } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'

export interface DemoModel {
  vendor: string
  model: string
  firmware: string
  protocol: Protocol
  /** it reports the reason of a boot */
  saysWhyItBoots: boolean
  /** drivers may reserve its connectors */
  reservations: boolean
  connectors: { evse: number; number: number; type: ConnectorType; current: Current; powerKw: number }[]
}

const ac = (evse: number, powerKw: number) => ({
  evse,
  number: 1,
  type: 'Type 2' as const,
  current: 'AC' as const,
  powerKw,
})
const dc = (evse: number, number: number, type: ConnectorType, powerKw: number) => ({
  evse,
  number,
  type,
  current: 'DC' as const,
  powerKw,
})

/** Models of the demo network, with invented makers. */
export const models = {
  wall: {
    vendor: 'Nordlicht',
    model: 'Wall 22',
    firmware: '4.2.1',
    protocol: 'ocpp2.0.1',
    saysWhyItBoots: true,
    reservations: false,
    connectors: [ac(1, 22)],
  },
  twin: {
    vendor: 'Nordlicht',
    model: 'Twin 2x22',
    firmware: '4.2.1',
    protocol: 'ocpp2.0.1',
    saysWhyItBoots: true,
    reservations: false,
    connectors: [ac(1, 22), ac(2, 22)],
  },
  nova: {
    vendor: 'Nordlicht',
    model: 'Nova 2x22',
    firmware: '5.0.2',
    protocol: 'ocpp2.1',
    saysWhyItBoots: true,
    reservations: false,
    connectors: [ac(1, 22), ac(2, 22)],
  },
  rapid: {
    vendor: 'Severprom',
    model: 'Rapid 60',
    firmware: '2.18.0',
    protocol: 'ocpp1.6',
    saysWhyItBoots: false,
    reservations: false,
    connectors: [dc(1, 1, 'CCS 2', 60), dc(1, 2, 'CHAdeMO', 50)],
  },
  ultra: {
    vendor: 'Severprom',
    model: 'Ultra 120',
    firmware: '2.20.3',
    protocol: 'ocpp1.6',
    saysWhyItBoots: false,
    reservations: true,
    connectors: [dc(1, 1, 'CCS 2', 120), dc(2, 2, 'GB/T DC', 120)],
  },
  hyper: {
    vendor: 'Alpenstrom',
    model: 'Hyper 240',
    firmware: '1.9.4',
    protocol: 'ocpp2.0.1',
    saysWhyItBoots: true,
    reservations: true,
    connectors: [dc(1, 1, 'CCS 2', 240), dc(2, 1, 'CCS 2', 240)],
  },
  combi: {
    vendor: 'Volgacharge',
    model: 'Combi 80',
    firmware: '3.0.7',
    protocol: 'ocpp1.6',
    saysWhyItBoots: false,
    reservations: false,
    connectors: [dc(1, 1, 'GB/T DC', 80), dc(1, 2, 'CCS 1', 60), { ...ac(2, 22), number: 3 }],
  },
} as const satisfies Record<string, DemoModel>

export interface DemoLocation {
  name: string
  country: string
  city: string
  street: string
  postalCode: string
  lat: number
  lng: number
  timeZone: string
  features?: PlaceFeature[]
  heightLimitCm?: number
  /** kopecks per kWh for AC and DC, per minute, per session */
  prices: { ac: number; dc: number; rate: number; startFee: number }
  stations: (keyof typeof models)[]
}

const moscow = 'Europe/Moscow'
const usual = { ac: 1400, dc: 1700, rate: 0, startFee: 0 }

/** Twelve locations with sixty stations. */
export const locations: DemoLocation[] = [
  {
    name: 'ТЦ «Лесной»',
    country: 'Россия',
    city: 'Москва',
    street: 'Лесная улица, 7',
    postalCode: '125047',
    lat: 55.7784,
    lng: 37.5886,
    timeZone: moscow,
    features: ['barrier', 'wheelchair', 'roofed', 'lit', 'toilets', 'food', 'shop', 'wifi'],
    heightLimitCm: 210,
    prices: usual,
    stations: ['ultra', 'ultra', 'rapid', 'wall', 'wall', 'twin', 'hyper'],
  },
  {
    name: 'Бизнес-парк «Румянцево»',
    country: 'Россия',
    city: 'Москва',
    street: 'Киевское шоссе, 4',
    postalCode: '108811',
    lat: 55.6334,
    lng: 37.4413,
    timeZone: moscow,
    features: ['barrier', 'lit', 'food'],
    prices: { ac: 1500, dc: 1900, rate: 0, startFee: 0 },
    stations: ['twin', 'twin', 'rapid', 'ultra', 'combi', 'wall'],
  },
  {
    name: 'Паркинг «Баумана»',
    country: 'Россия',
    city: 'Казань',
    street: 'улица Баумана, 12',
    postalCode: '420111',
    lat: 55.7903,
    lng: 49.1126,
    timeZone: moscow,
    prices: usual,
    stations: ['wall', 'wall', 'twin', 'rapid', 'combi', 'ultra'],
  },
  {
    name: 'АЗС 12',
    country: 'Россия',
    city: 'Тверь',
    street: 'Советская улица, 34',
    postalCode: '170100',
    lat: 56.8587,
    lng: 35.9176,
    timeZone: moscow,
    features: ['wheelchair', 'lit', 'toilets', 'food', 'shop'],
    prices: { ac: 1300, dc: 1800, rate: 0, startFee: 0 },
    stations: ['ultra', 'ultra', 'combi', 'hyper'],
  },
  {
    name: 'Вокзал «Ладожский»',
    country: 'Россия',
    city: 'Санкт-Петербург',
    street: 'Заневский проспект, 73',
    postalCode: '195112',
    lat: 59.9323,
    lng: 30.4394,
    timeZone: moscow,
    features: ['wheelchair', 'lit', 'toilets', 'food', 'shop', 'hotel'],
    prices: { ac: 1600, dc: 2100, rate: 0, startFee: 0 },
    stations: ['hyper', 'hyper', 'ultra', 'rapid', 'twin', 'wall'],
  },
  {
    name: 'Набережная',
    country: 'Россия',
    city: 'Нижний Новгород',
    street: 'Нижневолжская набережная, 1',
    postalCode: '603001',
    lat: 56.3309,
    lng: 44.0036,
    timeZone: moscow,
    prices: usual,
    stations: ['rapid', 'combi', 'wall', 'twin'],
  },
  {
    name: 'Кластер «Октава»',
    country: 'Россия',
    city: 'Тула',
    street: 'Каминского, 24',
    postalCode: '300041',
    lat: 54.1925,
    lng: 37.6152,
    timeZone: moscow,
    prices: { ac: 1200, dc: 1700, rate: 50, startFee: 0 },
    stations: ['rapid', 'wall', 'wall', 'combi'],
  },
  {
    name: 'ТРЦ «Европа»',
    country: 'Россия',
    city: 'Калининград',
    street: 'улица Театральная, 30',
    postalCode: '236022',
    lat: 54.7196,
    lng: 20.5013,
    timeZone: 'Europe/Kaliningrad',
    prices: usual,
    stations: ['ultra', 'twin', 'wall', 'rapid'],
  },
  {
    name: 'Трасса М-4, 384 км',
    country: 'Россия',
    city: 'Елец',
    street: 'М-4 «Дон», 384 км',
    postalCode: '399770',
    lat: 52.6205,
    lng: 38.5013,
    timeZone: moscow,
    prices: { ac: 1700, dc: 2300, rate: 0, startFee: 5000 },
    stations: ['hyper', 'hyper', 'ultra', 'combi'],
  },
  {
    name: 'Двор «Ткацкая»',
    country: 'Россия',
    city: 'Ярославль',
    street: 'улица Ткацкая, 8',
    postalCode: '150000',
    lat: 57.6261,
    lng: 39.8845,
    timeZone: moscow,
    prices: { ac: 1300, dc: 1800, rate: 0, startFee: 0 },
    stations: ['wall', 'wall', 'nova', 'hyper', 'rapid'],
  },
  {
    name: 'Экспоцентр «Южный»',
    country: 'Россия',
    city: 'Воронеж',
    street: 'Ленинский проспект, 174',
    postalCode: '394000',
    lat: 51.6553,
    lng: 39.2371,
    timeZone: moscow,
    prices: { ac: 1500, dc: 2000, rate: 0, startFee: 0 },
    stations: ['hyper', 'ultra', 'twin', 'wall', 'wall'],
  },
  {
    name: 'Паркинг «Исеть»',
    country: 'Россия',
    city: 'Екатеринбург',
    street: 'проспект Ленина, 69',
    postalCode: '620075',
    lat: 56.8443,
    lng: 60.6454,
    timeZone: 'Asia/Yekaterinburg',
    prices: { ac: 1600, dc: 2200, rate: 100, startFee: 0 },
    stations: ['hyper', 'twin', 'nova', 'wall', 'rapid'],
  },
]

/** The stations of the demo: their numbers, and the ids that are derived from them. */
export const demoStations = locations
  .flatMap(({ stations }, locationIndex) => stations.map((kind) => ({ locationIndex, kind })))
  .map(({ locationIndex, kind }, index) => {
    const number = 107 + index * 7
    const id = createHash('sha256').update(`demo ${number}`).digest('hex').slice(0, 20)
    return { id, number, locationIndex, kind }
  })

/** Owners beside the manager who can log in: one with the Free plan, and one with a refused card. */
export const owners = [
  {
    email: 'voronezh@demo.stationmaster.example',
    firstName: 'Ольга',
    lastName: 'Черных',
    locationIndex: 10,
    monetized: false,
  },
  {
    email: 'kaliningrad@demo.stationmaster.example',
    firstName: 'Павел',
    lastName: 'Коваль',
    locationIndex: 7,
    monetized: true,
  },
] as const

/** Tills beside some stations: the till's card starts the session and the money is paid at the till. */
export const tills = [
  { locationIndex: 0, token: 'POS-LESNOY-1', paymentMethodType: 'terminal' },
  { locationIndex: 1, token: 'POS-RUMYANTSEVO-1', paymentMethodType: 'terminal' },
  { locationIndex: 2, token: 'KASSA-BAUMANA', paymentMethodType: 'cash' },
] as const

const firstNames = [
  'Игорь', 'Олег', 'Мария', 'Анна', 'Дмитрий', 'Сергей', 'Елена', 'Павел', 'Ольга', 'Наталья', 'Артём', 'Ксения', 'Тимур',
] // biome-ignore format: a list
/** First names for women and men. */
const lastNames = [
  'Долгих', 'Шевченко', 'Ким', 'Белых', 'Коваль', 'Гайдай', 'Черных', 'Седых', 'Котенко', 'Мельник', 'Савченко',
  'Бондаренко', 'Живаго', 'Лысенко', 'Русских',
] // biome-ignore format: a list

export interface DemoDriver {
  firstName: string
  lastName: string
  phone: string
  token: string
  /** of the driver's car (eMAID) */
  contract?: string
}

/** Every twelfth driver's car pays by a contract (ISO 15118) where the station can. */
const contractOf = (i: number) =>
  i % 12 === 0 ? { contract: `DE8AACDEMO${String(i + 1).padStart(4, '0')}` } : {}

/** Drivers with one card each, some with a contract beside it; their phone numbers belong to nobody. */
export const drivers: DemoDriver[] = Array.from({ length: 160 }, (_, i) => ({
  firstName: firstNames[(i * 7) % firstNames.length]!, // within the list
  lastName: lastNames[(i * 11) % lastNames.length]!, // within the list
  phone: `+7 000 ${String(200 + i)} ${String(10 + ((i * 37) % 90))} ${String(10 + ((i * 53) % 90))}`,
  token: (0x04a10000 + i * 7919).toString(16).toUpperCase().padStart(8, '0'),
  ...contractOf(i),
}))
