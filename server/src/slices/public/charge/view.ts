import type { ChargeConnector, ChargeStation, OwnSession } from '@stationmaster/contract'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { Failure } from '../../../platform/http/failure.ts'
import { openOrders } from '../../charging/orders/messages/open-store.ts'
import { chargeHoldOf } from '../../charging/orders/prepaid/hold.ts'
import { loadIdleTermsOn } from '../../money/contracts/idle-store.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { type IdleTerms, idlePriceOf } from '../../places/tariffs/idle-terms.ts'
import { priceOf } from '../../places/tariffs/pricing/pricing.ts'
import { windowsOf } from '../../places/tariffs/pricing/windows.ts'
import { loadEffectiveVersions, type StoredVersion } from '../../places/tariffs/store.ts'
import { type ListedConnector, listListedConnectors } from '../../stations/stations/lists/listed-store.ts'
import { takesReservations } from '../../stations/stations/status/reservable-store.ts'
import { type CodeInAddress, readCode } from './code.ts'
import { hashOfDevice, sessionToken } from './device.ts'
import { getNumbered } from './numbered.ts'
import type { ChargeParts } from './parts.ts'
import { quoteOf, type ShownCode, writeQuote } from './quote.ts'
import { canOf, hindranceOf, stateOf } from './rules.ts'
import { isOurSticker } from './sticker.ts'
import { listSessions, type NumberedStation } from './store.ts'

/** Sessions of a device are listed for so long, */
const listedMs = 30 * DAY_MS
/** and so many of them. */
const mostListed = 50

/** Which station, and who looks at it. */
export interface Look {
  number: number
  /** the signature in the address; undefined: the number was typed */
  signature: string | undefined
  /** one of its connectors, where several stations have the number */
  connectorId: number | undefined
  deviceKey: string | null
  /** the code that the station shows, by which the driver came; undefined: by none */
  code: CodeInAddress | undefined
  remoteAddress: string
}

/** A station as a driver who stands there sees it. Throws station.not_found, station.same_number. */
export async function readStation(parts: ChargeParts, look: Look): Promise<ChargeStation> {
  const { db, clock, paymentService, secretKey } = parts
  const now = clock.now()
  const station = await getNumbered(db, look.number, look.connectorId)
  const code = look.code && (await readCode(parts, station.id, look.code, look.remoteAddress))
  const shown = typeof code === 'object' ? code : undefined
  const listed = (await listListedConnectors(db, [station.locationId])).filter(
    ({ stationId, evseNumber }) => stationId === station.id && (!shown?.evse || evseNumber === shown.evse),
  )
  const [first] = listed
  if (!first) throw new Failure('station.not_found')
  const earning = listed.filter(({ monetized }) => monetized)
  const [orders, prices, idle, sessions, reservable] = await Promise.all([
    openOrders.list(
      db,
      listed.map(({ id }) => id),
    ),
    loadEffectiveVersions(db, earning, now),
    loadIdleTermsOn(db, dayOf(now, parts.timeZone)),
    ownSessions(parts, look.deviceKey),
    takesReservations(db, station.id),
  ])
  const hindrance = hindranceOf(first, paymentService.connected !== null)
  const terms = station.freeParking ? undefined : (idle.get(station.locationId) ?? idle.get(null))
  return {
    number: look.number,
    place: placeOf(station),
    currency: parts.currency,
    support_phone: parts.supportPhone,
    sticker: typeof code === 'string' ? code : shown ? 'ours' : stickerOf(secretKey, look),
    hindrance,
    maintenance_until: first.maintenanceUntil?.toISOString() ?? null,
    read_at: now.toISOString(),
    connectors: listed.map((connector) => {
      const siblings = listed.filter(
        ({ id, evseNumber }) => evseNumber === connector.evseNumber && id !== connector.id,
      )
      const state = stateOf(connector, orders.get(connector.id), siblings)
      const price = priceAt(parts, station, connector, {
        version: prices.get(connector.id),
        terms,
        now,
        code: shown,
      })
      return {
        ...connectorOf(connector),
        state,
        price,
        can: canOf(state, {
          hindered: hindrance !== null || typeof code === 'string',
          reservable,
          priced: price !== null,
        }),
      }
    }),
    sessions: sessions.filter(({ open }) => open),
  }
}

const placeOf = ({ locationId, name, city, street, timeZone }: NumberedStation) => ({
  id: locationId,
  name,
  city,
  street,
  time_zone: timeZone,
})

const stickerOf = (secretKey: string, { number, signature }: Look): ChargeStation['sticker'] => {
  if (signature === undefined) return 'none'
  return isOurSticker(secretKey, number, signature) ? 'ours' : 'foreign'
}

const connectorOf = ({ id, number, evseNumber, type, current, powerW }: ListedConnector) => ({
  id,
  number,
  evse: evseNumber,
  type,
  current,
  power_kw: powerW / 1000,
})

/** What charging costs at a connector, with a quote of it; null: nothing. */
function priceAt(
  { secretKey }: ChargeParts,
  { timeZone, freeParking }: NumberedStation,
  { id, powerW }: ListedConnector,
  {
    version,
    terms,
    now,
    code,
  }: {
    version: StoredVersion | undefined
    terms: IdleTerms | undefined
    now: Date
    code: ShownCode | undefined
  },
): ChargeConnector['price'] {
  const hold = version ? usualHoldOf(version) : null
  if (!version || hold === null) return null
  const { tariff, rate, startFee } = simpleView(version.elements)
  const quote = quoteOf(id, version.id, now, code)
  const ofStay = freeParking ? undefined : (version.idle ?? terms)
  return {
    tariff,
    rate,
    start_fee: startFee,
    discount: version.discountPercent,
    windows: windowsOf(version.elements),
    min_price: version.minPriceMinor ?? null,
    max_price: version.maxPriceMinor ?? null,
    quote: writeQuote(secretKey, quote),
    quoted_until: new Date(quote.until).toISOString(),
    idle: ofStay?.blockMinor ? idlePriceOf(ofStay) : null,
    hold_amount: hold,
    example: exampleOf(version, powerW, timeZone, now),
  }
}

/** What is held for a session without a limit; null: charging costs nothing. */
const usualHoldOf = ({ elements }: Pick<StoredVersion, 'elements'>): number | null =>
  chargeHoldOf({ amountMinor: null, energyWh: null, seconds: null, percents: null }, simpleView(elements))

/** Whether charging costs nothing at a price. */
export const isFree = (version: Pick<StoredVersion, 'elements'>): boolean => usualHoldOf(version) === null

/** What a usual charge takes in. */
const exampleWh = 20_000
/** what charges slower than the connector allows: most cars */
const usualMostW = 50_000

/** What a usual charge costs that begins now. */
function exampleOf(version: StoredVersion, powerW: number, timeZone: string, now: Date) {
  const minutes = Math.ceil((exampleWh / Math.min(powerW, usualMostW)) * (HOUR_MS / MINUTE_MS))
  const endedAt = new Date(now.getTime() + minutes * MINUTE_MS)
  const series = [
    { at: now, energyWh: 0 },
    { at: endedAt, energyWh: exampleWh },
  ]
  const { totalMinor } = priceOf(series, { startedAt: now, endedAt }, version, timeZone)
  return { energy: exampleWh, minutes, amount: totalMinor }
}

/** The sessions of a device, newest first. */
export async function ownSessions(
  { db, clock, secretKey }: Pick<ChargeParts, 'db' | 'clock' | 'secretKey'>,
  deviceKey: string | null,
): Promise<OwnSession[]> {
  if (deviceKey === null) return []
  const since = new Date(clock.now().getTime() - listedMs)
  const sessions = await listSessions(db, hashOfDevice(deviceKey), since, mostListed)
  return sessions.map(({ orderId, stationNumber, place, createdAt, open }) => ({
    order_id: orderId,
    station_number: stationNumber,
    place,
    created_at: createdAt.toISOString(),
    open,
    token: sessionToken(secretKey, deviceKey, orderId),
  }))
}
