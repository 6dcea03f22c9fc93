import {
  type NeutralConnector,
  type NeutralDriver,
  type NeutralSession,
  type NeutralStation,
  type NeutralTag,
  Refused,
} from '../../neutral.ts'
import { instantOf, numberOf, textOf } from '../../reading/values.ts'
import {
  chargedOf,
  guessed,
  isDirect,
  type Mapped,
  personOf,
  placeOf,
  plugOf,
  type Remarked,
  stationWith,
} from '../shared.ts'
import type { Row } from '../source.ts'

export interface StationEvse {
  /** 0 is the station itself */
  number: number
  /** rows of evse_connector, which SteVe has since 3.15 */
  plugs: readonly Row[]
}

/** A station of charge_box, with its address and its EVSEs. */
export function stationOf(
  box: Row,
  address: Row | undefined,
  evses: readonly StationEvse[],
): Mapped<NeutralStation | Refused> {
  const key = textOf(box.charge_box_id)
  const charging = evses.filter(({ number }) => number > 0)
  if (charging.length === 0) return { record: new Refused('takeover.no_connectors', key), remarks: [] }
  const street = [textOf(address?.street), textOf(address?.house_number)].filter(Boolean).join(' ')
  const location = placeOf({
    key: address ? `address:${textOf(address.address_pk)}` : `charge_box:${key}`,
    name: address ? '' : textOf(box.description) || key,
    street,
    city: textOf(address?.city),
    postalCode: textOf(address?.zip_code),
    country: textOf(address?.country),
    lat: numberOf(address?.latitude) ?? numberOf(box.location_latitude),
    lng: numberOf(address?.longitude) ?? numberOf(box.location_longitude),
    timeZone: textOf(address?.time_zone) || null,
  })
  return stationWith({
    key,
    location: location.name === 'Stationmaster' ? { ...location, name: key } : location,
    vendor: textOf(box.charge_point_vendor),
    model: textOf(box.charge_point_model),
    plugs: plugsOf(charging),
    password: passwordOf(textOf(box.auth_password)),
    priced: { prices: null, remarks: [] },
  })
}

/** SteVe keeps bcrypt hashes of stations' passwords; what an older version has kept in clear is taken as it is. */
function passwordOf(kept: string): NeutralStation['password'] {
  if (kept === '') return null
  const hash = kept.replace(/^\{bcrypt\}/, '')
  return /^\$2[aby]\$\d\d\$/.test(hash) ? { hash } : { plain: kept }
}

function plugsOf(evses: readonly StationEvse[]): Remarked<{ connectors: NeutralConnector[] }> {
  const known = evses.flatMap(({ number, plugs }) => plugs.flatMap((plug) => plugIn(number, plug) ?? []))
  const isComplete = evses.every(({ number }) => known.some(({ evse }) => evse === number))
  return isComplete ? { connectors: known, remarks: [] } : guessed(evses.map(({ number }) => number))
}

function plugIn(evse: number, plug: Row): NeutralConnector | null {
  const type = plugOf(textOf(plug.connector_type))
  if (!type) return null
  const current = isDirect(type) ? 'DC' : 'AC'
  const phases = textOf(plug.power_type).includes('3') ? 3 : 1
  const reckoned =
    (numberOf(plug.max_voltage) ?? 0) * (numberOf(plug.max_amperage) ?? 0) * (current === 'AC' ? phases : 1)
  const powerW = numberOf(plug.max_electric_power) || reckoned
  return powerW > 0 ? { evse, number: numberOf(plug.connector_id) ?? 1, type, current, powerW } : null
}

export const driverOf = (user: Row): NeutralDriver | Refused =>
  personOf({
    key: textOf(user.user_pk),
    firstName: textOf(user.first_name),
    lastName: textOf(user.last_name),
    email: textOf(user.e_mail),
    phone: textOf(user.phone),
    blocked: false,
  })

/** A card that may have no transaction is blocked; -1 is any number of them. */
export function tagOf(tag: Row, owner: Row | undefined): NeutralTag {
  const driver = textOf(owner?.user_pk)
  return {
    key: textOf(tag.ocpp_tag_pk),
    token: textOf(tag.id_tag),
    group: textOf(tag.parent_id_tag) || null,
    driver: driver || null,
    expiresAt: instantOf(tag.expiry_date),
    blocked: numberOf(tag.max_active_transaction_count) === 0,
  }
}

/** A transaction with its last end; SteVe prices nothing. */
export function sessionOf(
  start: Row,
  stop: Row | undefined,
  evse: Row | undefined,
): NeutralSession | Refused {
  const key = textOf(start.transaction_pk)
  if (!stop) return new Refused('takeover.session_runs', key)
  if (!evse) return new Refused('takeover.station_unknown', key)
  const [begin, end] = [numberOf(start.start_value), numberOf(stop.stop_value)]
  return chargedOf({
    key,
    station: textOf(evse.charge_box_id),
    connector: { ordinal: numberOf(evse.number) ?? 1 },
    token: textOf(start.id_tag) || null,
    driver: null,
    startedAt: instantOf(start.start_timestamp),
    endedAt: instantOf(stop.stop_timestamp),
    energyWh: begin === null || end === null ? null : end - begin,
    meterStartWh: begin,
    meterStopWh: end,
    amountMinor: null,
    stopReason: textOf(stop.stop_reason) || null,
  })
}
