import { readOf } from '../../neutral.ts'
import { numberOf, textOf } from '../../reading/values.ts'
import { type Look, numbered, type Row, type Source, type SourceTable, under } from '../source.ts'
import { driverOf, sessionOf, stationOf, tagOf } from './mapping.ts'

const table = (
  name: string,
  by: string,
  columns: readonly string[],
  stage: SourceTable['stage'] = (row) => [{ of: name, key: numbered(row[by] ?? null), body: row }],
): SourceTable => ({ name, by, columns: [by, ...columns], stage })

/** A connector before 3.15 (`connector`), and an EVSE since (`evse`): kept by its own key, and below its station. */
const evse = (name: string, by: string, number: string): SourceTable =>
  table(name, by, ['charge_box_id', number], (row) => {
    const body = {
      evse_pk: row[by] ?? null,
      charge_box_id: row.charge_box_id ?? null,
      number: row[number] ?? null,
    }
    return [
      { of: 'evse', key: numbered(body.evse_pk), body },
      { of: 'station_evse', key: under(textOf(body.charge_box_id), numbered(body.number)), body },
    ]
  })

/** Of a transaction that was ended more than once the last end counts, as SteVe's own view has it. */
const stop = table(
  'transaction_stop',
  'transaction_pk',
  ['event_timestamp', 'stop_timestamp', 'stop_value', 'stop_reason'],
  (row) => [
    {
      of: 'transaction_stop',
      key: under(numbered(row.transaction_pk ?? null), textOf(row.event_timestamp)),
      body: row,
    },
  ],
)

const user = table(
  'user',
  'user_pk',
  ['ocpp_tag_pk', 'first_name', 'last_name', 'phone', 'e_mail'],
  (row) => [
    { of: 'user', key: numbered(row.user_pk ?? null), body: row },
    // before 3.9 a user had one card
    ...(row.ocpp_tag_pk === null || row.ocpp_tag_pk === undefined
      ? []
      : [{ of: 'user_ocpp_tag', key: numbered(row.ocpp_tag_pk), body: { user_pk: row.user_pk ?? null } }]),
  ],
)

/** SteVe: its tables in MySQL or MariaDB, from version 3.4 on. */
export const steve: Source = {
  protocols: ['mysql:', 'mariadb:'],
  files: 'mysqldump',
  tables: [
    table('address', 'address_pk', [
      'street',
      'house_number',
      'zip_code',
      'city',
      'country',
      'latitude',
      'longitude',
      'time_zone',
    ]),
    table('charge_box', 'charge_box_pk', [
      'charge_box_id',
      'charge_point_vendor',
      'charge_point_model',
      'description',
      'address_pk',
      'auth_password',
      'location_latitude',
      'location_longitude',
    ]),
    evse('connector', 'connector_pk', 'connector_id'),
    evse('evse', 'evse_pk', 'evse_id'),
    table(
      'evse_connector',
      'evse_connector_pk',
      [
        'evse_pk',
        'connector_id',
        'connector_type',
        'power_type',
        'max_voltage',
        'max_amperage',
        'max_electric_power',
      ],
      (row) => [
        {
          of: 'evse_connector',
          key: under(numbered(row.evse_pk ?? null), numbered(row.connector_id ?? null)),
          body: row,
        },
      ],
    ),
    table('ocpp_tag', 'ocpp_tag_pk', [
      'id_tag',
      'parent_id_tag',
      'expiry_date',
      'max_active_transaction_count',
    ]),
    user,
    table('user_ocpp_tag', 'ocpp_tag_pk', ['user_pk']),
    table('transaction_start', 'transaction_pk', [
      'connector_pk',
      'evse_pk',
      'id_tag',
      'start_timestamp',
      'start_value',
    ]),
    stop,
  ],
  kinds: {
    stations: {
      of: 'charge_box',
      async read(rows, look) {
        const boxes = rows.map(({ body }) => body)
        const addresses = await look.byKey(
          'address',
          boxes.map(({ address_pk: pk }) => (pk === null || pk === undefined ? null : numbered(pk))),
        )
        const evses = await look.below(
          'station_evse',
          boxes.map(({ charge_box_id: id }) => textOf(id)),
        )
        const plugs = await look.below(
          'evse_connector',
          [...evses.values()].flat().map(({ evse_pk: pk }) => numbered(pk ?? null)),
        )
        return boxes.map((box) => {
          const own = (evses.get(textOf(box.charge_box_id)) ?? []).map((one) => ({
            number: numberOf(one.number) ?? 0,
            plugs: plugs.get(numbered(one.evse_pk ?? null)) ?? [],
          }))
          const { record, remarks } = stationOf(box, addresses.get(numbered(box.address_pk ?? null)), own)
          return readOf<'stations'>(`charge_box ${textOf(box.charge_box_id)}`, record, remarks)
        })
      },
    },
    drivers: {
      of: 'user',
      read: async (rows) =>
        rows.map(({ body }) => readOf<'drivers'>(`user ${textOf(body.user_pk)}`, driverOf(body))),
    },
    tags: {
      of: 'ocpp_tag',
      async read(rows, look) {
        const owners = await look.byKey(
          'user_ocpp_tag',
          rows.map(({ key }) => key),
        )
        return rows.map(({ key, body }) =>
          readOf<'tags'>(`ocpp_tag ${textOf(body.ocpp_tag_pk)}`, tagOf(body, owners.get(key))),
        )
      },
    },
    sessions: {
      of: 'transaction_start',
      async read(rows, look) {
        const starts = rows.map(({ body }) => body)
        const [evses, stops] = [await look.byKey('evse', starts.map(evseKeyOf)), await stopsOf(look, starts)]
        return starts.map((start) =>
          readOf<'sessions'>(
            `transaction ${textOf(start.transaction_pk)}`,
            sessionOf(
              start,
              stops.get(numbered(start.transaction_pk ?? null))?.at(-1),
              evses.get(evseKeyOf(start)),
            ),
          ),
        )
      },
    },
  },
}

const evseKeyOf = (start: Row): string => numbered(start.evse_pk ?? start.connector_pk ?? null)

const stopsOf = (look: Look, starts: readonly Row[]) =>
  look.below(
    'transaction_stop',
    starts.map(({ transaction_pk: pk }) => numbered(pk ?? null)),
  )
