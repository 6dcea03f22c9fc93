import { type ErrorAnswer, type ImportResult, importColumns, type Station } from '@stationmaster/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

const header = importColumns.join(',')
const row = (cells: Record<string, string | number>) =>
  importColumns.map((name) => `"${String(cells[name] ?? '').replaceAll('"', '""')}"`).join(',')
const file = (...rows: Record<string, string | number>[]) => [header, ...rows.map(row)].join('\n')
const ccs = { evse_number: 1, connector_number: 1, type: 'CCS 2', current: 'DC', power: '150' }
const device = { vendor_name: 'Voltwerk', model: 'Duo' }

describe.each(openTestDatabases())('files of locations and stations ($name)', ({ open }) => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await open())
  })
  afterAll(() => office.close())

  const send = async <T = ImportResult>(csv: string, dryRun = false, language = 'en') => {
    const answer = await office.app.inject({
      method: 'POST',
      url: `/api/v1/locations/import?dry_run=${dryRun}`,
      headers: {
        authorization: `Bearer ${await office.tokenOf('administrator')}`,
        'content-type': 'text/csv; charset=utf-8',
        'accept-language': language,
      },
      payload: csv,
    })
    return { status: answer.statusCode, body: answer.json() as T }
  }
  const exported = async (who: 'administrator' | 'manager' = 'administrator') =>
    (await office.call<string>(who, 'GET', 'locations/export')).body
  const count = async (table: 'locations' | 'stations' | 'connectors' | 'audit_log') =>
    (
      await office.database.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n

  test('the template is accepted as it is, and the second time changes nothing', async () => {
    const template = await office.call<string>('administrator', 'GET', 'locations/import/template')
    expect(template.headers['content-disposition']).toContain('locations-template.csv')
    expect((await send(template.body, true)).body).toMatchObject({
      applied: false,
      errors_total: 0,
      passwords: [],
    })
    expect(await count('stations')).toBe(0)
    const { status, body } = await send(template.body)
    expect([status, body]).toMatchObject([
      200,
      {
        applied: true,
        rows: 4,
        locations: { added: 2 },
        stations: { added: 2 },
        connectors: { added: 3, changed: 0, unchanged: 0 },
        prices: { added: 2, changed: 0, unchanged: 0 },
      },
    ])
    expect(body.passwords.map(({ station_id }) => station_id)).toEqual(['HARBOUR-001', 'HARBOUR-002'])
    for (const { password } of body.passwords) expect(password).toMatch(/^[A-Za-z2-9]{20}$/)
    const station = await office.call<Station>('administrator', 'GET', 'stations/HARBOUR-001')
    expect(station.body).toMatchObject({ number: 1, monetized: true, location_city: 'Hamburg' })
    expect(station.body.evses.map(({ connectors }) => connectors[0])).toMatchObject([
      { power: 150, tariff: 1700, rate: 0 },
      { power: 22, tariff: 1200, rate: 0 },
    ])
    expect((await send(template.body)).body).toMatchObject({
      locations: { added: 0, changed: 0, unchanged: 2 },
      stations: { unchanged: 2 },
      connectors: { unchanged: 3 },
      prices: { added: 0, changed: 0, unchanged: 2 },
      passwords: [],
    })
  })

  test('what is there is changed, and the change is written down', async () => {
    const before = await count('audit_log')
    const csv = [
      'location_name,city,street,station_id,vendor_name,model,evse_number,connector_number,type,current,power',
    ]
    csv.push('Harbour,Hamburg,Am Sandtorkai 30,HARBOUR-001,AutoEnterprise,AE-Fast 180,1,1,CCS 2,DC,180')
    csv.push('Harbour,Hamburg,Am Sandtorkai 30,HARBOUR-001,AutoEnterprise,AE-Fast 180,3,1,CHAdeMO,DC,50')
    expect((await send(csv.join('\n'))).body).toMatchObject({
      locations: { unchanged: 1 },
      stations: { changed: 1 },
      connectors: { added: 1, changed: 1, unchanged: 0 },
    })
    const { body } = await office.call<Station>('administrator', 'GET', 'stations/HARBOUR-001')
    expect(body).toMatchObject({ model: 'AE-Fast 180', location_city: 'Hamburg' })
    expect(body.evses.map(({ connectors }) => connectors[0]!.power)).toEqual([180, 22, 50])
    expect(await count('audit_log')).toBe(before + 2)
  })

  test('a price is for a kind of connectors at a location: it is set, changed and exported, and there is only one', async () => {
    const at = { location_name: 'Priced', city: 'Tver' }
    const one = { ...at, station_id: 'PRICED-1', ...device, ...ccs }
    const two = { ...at, station_id: 'PRICED-2', ...device, ...ccs }
    const pricesOf = async (id: string) => {
      const { body } = await office.call<Station>('administrator', 'GET', `stations/${id}`)
      const { tariff, rate, start_fee } = body.evses[0]!.connectors[0]!
      return { tariff, rate, start_fee }
    }
    expect((await send(file(one))).body.prices).toEqual({ added: 0, changed: 0, unchanged: 0 })
    expect(await pricesOf('PRICED-1')).toEqual({ tariff: 0, rate: 0, start_fee: 0 })
    expect((await exported()).split('\r\n').find((row) => row.includes('PRICED-1'))).toMatch(/,150,,,$/)
    expect((await send(file({ ...one, tariff: 2000, start_fee: 500 }), true)).body.prices).toMatchObject({
      added: 1,
    })
    expect(await pricesOf('PRICED-1')).toEqual({ tariff: 0, rate: 0, start_fee: 0 })
    await send(file({ ...one, tariff: 2000, start_fee: 500 }, two))
    // what the file does not have stays as it is, for all connectors of the kind
    expect((await send(file({ ...two, rate: 3 }))).body.prices).toMatchObject({ changed: 1 })
    for (const id of ['PRICED-1', 'PRICED-2'])
      expect(await pricesOf(id)).toEqual({ tariff: 2000, rate: 3, start_fee: 500 })
    expect((await exported()).split('\r\n').find((row) => row.includes('PRICED-2'))).toMatch(
      /,150,2000,3,500$/,
    )
    const differs = await send(file({ ...one, tariff: 1 }, { ...two, tariff: 2 }), true)
    expect(differs.body.errors).toMatchObject([
      { line: 3, column: 'tariff', code: 'import.differs', value: '2' },
    ])
    const wrong = await send(file({ ...one, tariff: -1 }, { ...two, rate: 'x' }), true)
    expect(wrong.body.errors).toMatchObject([
      { line: 2, column: 'tariff', code: 'import.value' },
      { line: 3, column: 'rate', code: 'import.value' },
    ])
  })

  test('what is at a place comes and goes with the file, its words in one order', async () => {
    const place = { location_name: 'Roofed', city: 'Tver' }
    const row = { ...place, height_limit_cm: 350, features: 'Lit, wheelchair;lit', listed: 'false' }
    expect((await send(file(row))).body.locations).toMatchObject({ added: 1 })
    const lineOf = async () => (await exported()).split('\r\n').find((line) => line.includes('Roofed'))
    expect(await lineOf()).toContain(',350,wheelchair lit,false,')
    expect((await send(file({ ...row, features: 'wheelchair lit' }))).body.locations).toMatchObject({
      unchanged: 1,
    })
    expect((await send(file(place))).body.locations).toMatchObject({ changed: 1 })
    expect(await lineOf()).toContain(',false,,,false,')
    const wrong = await send(file({ ...place, height_limit_cm: 99, features: 'lit pool' }), true)
    expect(wrong.body.errors).toMatchObject([
      { line: 2, column: 'height_limit_cm', code: 'import.value', value: '99' },
      { line: 2, column: 'features', code: 'import.value', value: 'lit pool' },
    ])
  })

  test('faults are listed by line and column in the caller’s language, and nothing is written', async () => {
    const csv = file(
      { location_name: 'Good', city: 'Tver', station_id: 'GOOD-1', ...device, ...ccs },
      { location_name: '', station_id: 'BAD 1', ...device, ...ccs, power: 'much' },
      { location_name: 'Good', city: 'Tver', station_id: 'GOOD-1', ...device, model: 'Other', ...ccs },
      { location_name: 'Zone', time_zone: 'Mars/Base', owner_email: 'nobody@example.com' },
      { location_name: 'Elsewhere', station_id: 'HARBOUR-002', ...device, ...ccs },
      { location_name: 'Half', station_id: 'HALF', ...device, type: 'CCS 2', current: 'DC', power: '1' },
    )
    const checked = await send(csv, true)
    expect(checked.status).toBe(200)
    expect(checked.body.errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'location_name', 'import.required'],
      [3, 'power', 'import.value'],
      [4, 'model', 'import.differs'],
      [4, 'connector_number', 'import.connector_twice'],
      [5, 'time_zone', 'import.value'],
      [5, 'owner_email', 'import.owner_unknown'],
      [6, 'station_id', 'import.station_elsewhere'],
      [7, 'evse_number', 'import.required'],
      [7, 'connector_number', 'import.required'],
    ])
    const row = (column: string) => checked.body.errors.find((one) => one.column === column)?.error
    expect(row('power')).toBe('This value is not allowed here. A number.')
    expect(row('time_zone')).toMatch(/such as Europe\/Berlin\.$/)
    const before = [await count('locations'), await count('stations')]
    const refused = await send<ErrorAnswer & { details: ImportResult }>(csv, false, 'ru')
    expect(refused).toMatchObject({ status: 400, body: { code: 'import.rows_wrong' } })
    expect(refused.body.details.errors[0]?.error).toBe('Это поле обязательно.')
    expect([await count('locations'), await count('stations')]).toEqual(before)
  })

  test('files that are no table are refused with the reason', async () => {
    const code = async (csv: string) =>
      (await send(csv, true)).body.errors.map((one) => [one.line, one.column, one.code])
    expect(await code('location_name\n')).toEqual([[1, null, 'import.empty']])
    expect(await code('location_name\n"a"b\n')).toEqual([[2, null, 'import.syntax']])
    expect(await code('location_name\nK\uFFFDln\n')).toEqual([[1, null, 'import.encoding']])
    expect(await code('name,country,country\na,b,c\n')).toEqual([
      [1, 'name', 'import.column_unknown'],
      [1, 'country', 'import.column_twice'],
      [1, 'location_name', 'import.column_missing'],
    ])
  })

  test('only this call accepts a file of more than the usual size', async () => {
    const big = `${header}\n${`${row({ location_name: 'Same', street: 'x'.repeat(150) })}\n`.repeat(6000)}`
    expect(big.length).toBeGreaterThan(1_200_000)
    expect((await send(big, true)).body).toMatchObject({
      rows: 6000,
      locations: { added: 1 },
      errors_total: 0,
    })
    const other = await office.app.inject({
      method: 'POST',
      url: '/api/v1/locations',
      headers: {
        authorization: `Bearer ${await office.tokenOf('administrator')}`,
        'content-type': 'text/csv',
      },
      payload: big,
    })
    expect(other.statusCode).toBe(413)
  })

  test('what is exported is imported without a change, whatever the names are', async () => {
    const text = fc
      .string({
        unit: fc.constantFrom('a', 'Ж', '"', ',', ';', '\n', '=', "'", '+', '-', '@', ' ', '1'),
        maxLength: 12,
      })
      .map((name) => name.trim())
    let nth = 0
    await fc.assert(
      fc.asyncProperty(
        text.filter((name) => name !== ''),
        text,
        fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
        async (name, street, lat) => {
          const { db } = office.database
          const { id } = await db
            .insertInto('locations')
            .values({
              name,
              street,
              country: '',
              city: '',
              postal_code: '',
              lat,
              lng: lat,
              time_zone: 'Europe/Moscow',
              created_at: office.clock.now(),
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await office.addStation(id, `RT-${++nth}`, { vendor_name: name.slice(0, 50), model: `=${nth}` })
          const csv = await exported()
          const { body } = await send(csv)
          expect(body.errors).toEqual([])
          for (const counts of [body.locations, body.stations, body.connectors, body.prices])
            expect(counts).toMatchObject({ added: 0, changed: 0 })
          expect(await exported()).toBe(csv)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('a manager exports what is theirs', async () => {
    const mine = await office.addLocation('Mine alone', await office.idOf('manager'))
    const lines = (await exported('manager')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`${mine},Mine alone,manager@demo.stationmaster.example`)
  })

  test('20,000 stations are added in one file in reasonable time', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) =>
      row({
        location_name: `Site ${Math.floor(n / 4)}`,
        city: 'Tver',
        station_id: `BULK-${n}`,
        number: n + 1000,
        ...device,
        ...ccs,
      }),
    )
    const csv = [header, ...rows].join('\n')
    const before = process.cpuUsage()
    const { status, body } = await send(csv)
    expect(status).toBe(200)
    expect(body).toMatchObject({ locations: { added: 5000 }, stations: { added: 20_000 } })
    expect(body.passwords).toHaveLength(20_000)
    // what it computes, for others may compute beside it
    expect(process.cpuUsage(before).user).toBeLessThan(60_000_000)
    const again = await send(csv, true)
    expect(again.body).toMatchObject({ stations: { added: 0, changed: 0, unchanged: 20_000 } })
  }, 300_000)
})
