import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OcpiVersion } from '../checks/types.ts'
import { type Emsp, startEmsp } from '../emsp.ts'
import { TestCpo } from './cpo-for-tests.ts'
import {
  priceOf,
  someCdr,
  someConnector,
  someEvse,
  someLocation,
  someSession,
  someTariff,
} from './objects-for-tests.ts'

describe.each<OcpiVersion>(['2.2.1', '2.3.0'])('what is pushed in %s', (version) => {
  let cpo: TestCpo
  let emsp: Emsp
  const push = (method: string, path: string, body?: unknown) =>
    cpo.call(method, emsp.versionsUrl.replace('versions', `${version}/${path}`), body)

  beforeAll(async () => {
    cpo = await new TestCpo([version]).open()
  })
  afterAll(() => cpo.close())
  beforeEach(async () => {
    emsp = await startEmsp()
    await emsp.partner.register(cpo.versionsUrl, 'token-a')
    return () => emsp.close()
  })

  test('a location is kept, shown and changed in part', async () => {
    const url = 'locations/RU/STM/L1'
    expect(await push('PUT', url, someLocation())).toMatchObject({ http: 201, code: 1000 })
    expect(
      await push('PUT', url, { ...someLocation(), city: 'Moscow', last_updated: '2026-11-01T12:00:01Z' }),
    ).toMatchObject({ http: 200 })
    const change = { status: 'CHARGING', last_updated: '2026-11-01T12:30:00Z' }
    expect(await push('PATCH', `${url}/E1`, change)).toMatchObject({ http: 200, code: 1000 })
    expect(emsp.location('L1')).toMatchObject({
      city: 'Moscow',
      last_updated: '2026-11-01T12:30:00Z',
      evses: [{ uid: 'E1', status: 'CHARGING' }],
    })
    const connector = { ...someConnector(), max_amperage: 16, last_updated: '2026-11-01T12:31:00Z' }
    expect((await push('PUT', `${url}/e1/1`, connector)).code).toBe(1000)
    expect((await push('PUT', `${url}/E2`, someEvse('E2'))).code).toBe(1000)
    expect((await push('GET', `${url}/E1/1`)).data).toMatchObject({ max_amperage: 16 })
    expect(emsp.location('L1')).toMatchObject({
      last_updated: '2026-11-01T12:31:00Z',
      evses: [{}, { uid: 'E2' }],
    })
    expect(emsp.book.refusals()).toEqual([])
    expect(emsp.book.remarks()).toEqual([])
  })

  test("what is not there, or another party's, is not found", async () => {
    const change = { status: 'CHARGING', last_updated: '2026-11-01T12:30:00Z' }
    expect(await push('PATCH', 'locations/RU/STM/L1/E1', change)).toMatchObject({ http: 404, code: 2003 })
    await push('PUT', 'locations/RU/STM/L1', someLocation())
    expect(await push('PATCH', 'locations/RU/STM/L1/E9', change)).toMatchObject({ http: 404, code: 2003 })
    expect((await push('PUT', 'locations/RU/OTH/L1', someLocation())).http).toBe(404)
    expect((await push('GET', 'tariffs/RU/STM/T1')).http).toBe(404)
    expect((await push('PATCH', 'sessions/RU/STM/S1', { last_updated: '2026-11-01T12:30:00Z' })).http).toBe(
      404,
    )
  })

  test('an object whose name is not that of its address is refused', async () => {
    const answer = await push('PUT', 'locations/RU/STM/L2', someLocation('L1'))
    expect(answer).toMatchObject({
      http: 200,
      code: 2001,
      answer: { status_message: '.id is not that of the address' },
    })
    expect((await push('PUT', 'tariffs/RU/STM/T2', someTariff(version))).code).toBe(2001)
    expect((await push('PUT', 'sessions/RU/STM/S2', someSession('S1'))).code).toBe(2001)
    expect(emsp.book.refusals()).toHaveLength(3)
  })

  test('a change without last_updated is refused', async () => {
    await push('PUT', 'sessions/RU/STM/S1', someSession())
    const answer = await push('PATCH', 'sessions/RU/STM/S1', { kwh: 5 })
    expect(answer).toMatchObject({ code: 2001, answer: { status_message: '.last_updated is missing' } })
    expect(emsp.session('S1')?.kwh).toBe(3.5)
  })

  test('a tariff is kept until it is deleted', async () => {
    expect((await push('PUT', 'tariffs/RU/STM/T1', someTariff(version))).http).toBe(201)
    expect((await push('GET', 'tariffs/RU/STM/T1')).data).toMatchObject({ currency: 'RUB' })
    expect((await push('DELETE', 'tariffs/RU/STM/T1')).code).toBe(1000)
    expect((await push('DELETE', 'tariffs/RU/STM/T1')).http).toBe(404)
    const broken = { ...someTariff(version), elements: [] }
    expect((await push('PUT', 'tariffs/RU/STM/T1', broken)).code).toBe(2001)
  })

  test('a session gets the charging periods of each change added', async () => {
    const period = (hour: number) => ({
      start_date_time: `2026-11-01T${hour}:00:00Z`,
      dimensions: [{ type: 'ENERGY', volume: 1 }],
    })
    await push('PUT', 'sessions/RU/STM/S1', { ...someSession(), charging_periods: [period(11)] })
    await push('PATCH', 'sessions/RU/STM/S1', {
      charging_periods: [period(12)],
      kwh: 4,
      last_updated: '2026-11-01T12:30:00Z',
    })
    await push('PATCH', 'sessions/RU/STM/S1', { status: 'COMPLETED', last_updated: '2026-11-01T12:40:00Z' })
    expect(emsp.session('S1')).toMatchObject({
      status: 'COMPLETED',
      kwh: 4,
      charging_periods: [
        { start_date_time: '2026-11-01T11:00:00Z' },
        { start_date_time: '2026-11-01T12:00:00Z' },
      ],
    })
  })

  test('a CDR is kept once, and is never replaced', async () => {
    const first = await push('POST', 'cdrs', someCdr(version))
    expect(first).toMatchObject({ http: 201, code: 1000 })
    const again = await push('POST', 'cdrs', someCdr(version))
    expect(again).toMatchObject({ http: 200, code: 1000 })
    const address = first.headers.get('location') ?? ''
    expect(again.headers.get('location')).toBe(address)
    expect((await cpo.call('GET', address)).data).toEqual(someCdr(version))
    expect(emsp.book.counts.cdrs.duplicates).toBe(1)
    expect((await push('POST', 'cdrs', { ...someCdr(version), total_energy: 11 })).code).toBe(2001)
    expect((await push('PUT', 'cdrs/RU/STM/C1', someCdr(version))).http).toBe(405)
    expect(emsp.cdrsOf('S1').map(({ total_energy }) => total_energy)).toEqual([10])
  })

  test('a credit CDR takes back what the CDR that it names cost', async () => {
    const credit = (amount: number) => ({
      ...someCdr(version, 'C1-C'),
      credit: true,
      credit_reference_id: 'C1',
      total_cost: priceOf(version, amount),
    })
    expect((await push('POST', 'cdrs', credit(-150))).code).toBe(2001)
    await push('POST', 'cdrs', someCdr(version))
    expect((await push('POST', 'cdrs', credit(-149.9))).code).toBe(2001)
    expect((await push('POST', 'cdrs', credit(-150))).code).toBe(1000)
    expect((await push('POST', 'cdrs', { ...credit(-150), id: 'C2', credit: undefined })).code).toBe(2001)
    expect(emsp.cdrsOf('S1')).toHaveLength(2)
  })

  test('counts what a careful CPO does not send', async () => {
    const url = 'locations/RU/STM/L1'
    const two = { ...someLocation(), evses: [someEvse('E1'), someEvse('E2')] }
    await push('PUT', url, two)
    await push('PUT', url, two)
    expect(emsp.book.counts.locations).toEqual({ duplicates: 1, idle: 0, stale: 0 })
    await push('PUT', url, { ...two, state: 'Ingria' })
    await push('PUT', url, two)
    expect(emsp.book.counts.locations).toEqual({ duplicates: 1, idle: 0, stale: 0 })
    await push('PUT', url, { ...two, last_updated: '2026-11-01T13:00:00Z' })
    expect(emsp.book.counts.locations).toEqual({ duplicates: 1, idle: 1, stale: 0 })
    await push('PUT', url, { ...two, city: 'Moscow' })
    expect(emsp.book.counts.locations).toEqual({ duplicates: 1, idle: 1, stale: 1 })
    await push('PUT', url, { ...someLocation(), last_updated: '2026-11-01T14:00:00Z' })
    expect(emsp.book.vanished).toEqual(['L1/E2'])
  })

  test('what is no JSON gets 400, an address or method that is not there 404 or 405', async () => {
    const url = emsp.versionsUrl.replace('versions', version)
    const answer = await fetch(`${url}/cdrs`, {
      method: 'POST',
      headers: { authorization: `Token ${Buffer.from(cpo.theirs?.token ?? '').toString('base64')}` },
      body: '{',
    })
    expect(answer.status).toBe(400)
    expect(emsp.book.remarks()).toContain(`POST /ocpi/${version}/cdrs: the header x-request-id is missing`)
    expect((await push('GET', 'constructor')).http).toBe(404)
    expect((await push('DELETE', 'sessions/RU/STM/S1')).http).toBe(405)
    expect((await cpo.call('GET', url.replace(version, '2.0'))).http).toBe(404)
  })
})
