import { readOf } from '../../neutral.ts'
import { instantOf, minorOf, numberOf, textOf, truthOf } from '../../reading/values.ts'
import { amountIn, chargedOf, personOf } from '../shared.ts'
import type { Row, Source, SourceTable } from '../source.ts'

const file = (name: string, columns: readonly string[]): SourceTable => ({
  name,
  by: 'id',
  columns: ['id', ...columns],
  stage: (row) => [{ of: name, key: textOf(row.id), body: row }],
})

/** CSV files of drivers and of past sessions; locations, stations, prices and cards have files of their own (`imports`). */
export const csv: Source = {
  protocols: null,
  files: 'csv',
  tables: [
    file('drivers', ['first_name', 'last_name', 'email', 'phone', 'blocked']),
    file('sessions', [
      'station_id',
      'evse_number',
      'connector_number',
      'token',
      'driver_id',
      'started_at',
      'ended_at',
      'energy_kwh',
      'meter_start_wh',
      'meter_stop_wh',
      'amount',
      'currency',
      'stop_reason',
    ]),
  ],
  kinds: {
    drivers: {
      of: 'drivers',
      read: async (rows) =>
        rows.map(({ body }) =>
          readOf<'drivers'>(
            `drivers ${textOf(body.id)}`,
            personOf({
              key: textOf(body.id),
              firstName: textOf(body.first_name),
              lastName: textOf(body.last_name),
              email: textOf(body.email),
              phone: textOf(body.phone),
              blocked: truthOf(body.blocked),
            }),
          ),
        ),
    },
    sessions: {
      of: 'sessions',
      read: async (rows, _look, { currency }) => rows.map(({ body }) => sessionOf(body, currency)),
    },
  },
}

function sessionOf(row: Row, currency: string) {
  const kWh = numberOf(row.energy_kwh)
  const { amountMinor, remarks } = amountIn(minorOf(row.amount), textOf(row.currency).toUpperCase(), currency)
  const record = chargedOf({
    key: textOf(row.id),
    station: textOf(row.station_id),
    connector: { evse: numberOf(row.evse_number) ?? 1, number: numberOf(row.connector_number) ?? 1 },
    token: textOf(row.token) || null,
    driver: textOf(row.driver_id) || null,
    startedAt: instantOf(row.started_at),
    endedAt: instantOf(row.ended_at),
    energyWh: kWh === null ? null : kWh * 1000,
    meterStartWh: numberOf(row.meter_start_wh),
    meterStopWh: numberOf(row.meter_stop_wh),
    amountMinor,
    stopReason: textOf(row.stop_reason) || null,
  })
  return readOf<'sessions'>(`sessions ${textOf(row.id)}`, record, remarks)
}
