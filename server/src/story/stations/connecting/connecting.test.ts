import { request } from 'node:http'
import type { LiveSignal } from '@stationmaster/contract'
import { simulate } from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { Office } from '../../world/office.ts'
import { World } from '../../world/world.ts'

interface Connection {
  backend_url: string | null
  refused: { reason: string; attempts: number } | null
  unknown: { id: string }[]
}

describe('a new station that connects', () => {
  let world: World
  const heard: LiveSignal[] = []
  beforeAll(async () => {
    world = await World.open(await openTestDatabase())
  })
  afterAll(() => world?.close())

  /** Tries to connect like a station; resolves with the HTTP status of the answer. */
  const attempt = (id: string, password: string | null, protocol = 'ocpp1.6', path = `/ocpp/${id}`) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(world.server.url)
      const credentials = Buffer.from(`${id}:${password}`).toString('base64')
      const opening = request({
        hostname,
        port,
        path,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-protocol': protocol,
          ...(password === null ? {} : { authorization: `Basic ${credentials}` }),
        },
      })
      opening.on('response', (answer) => resolve(answer.statusCode ?? 0))
      opening.on('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer.statusCode ?? 0)
      })
      opening.on('error', reject)
      opening.end()
    })
  const connection = (id: string) => world.get<Connection>(`stations/${id}/connection`)
  const until = (id: string, reason: string) =>
    world.until(`${id}: ${reason}`, async () => (await connection(id)).refused?.reason === reason)

  test('gets a short answer that its address is invalid', async () => {
    expect(await attempt('x', null, 'ocpp1.6', '//[::bad/ocpp/x')).toBe(400)
  })

  test('is accepted with a slash after its id', async () => {
    const { id, password } = await world.addStation()
    expect(await attempt(id, password, 'ocpp1.6', `/ocpp/${id}/`)).toBe(101)
    expect(await attempt(id, 'wrong', 'ocpp1.6', `/ocpp/${id}/`)).toBe(401)
    expect(await attempt(id, password, 'ocpp1.6', '/ocpp/')).toBe(404)
  })

  test('shows the reason of each refusal, with a signal each time', async () => {
    const { id, password } = await world.addStation()
    expect(await connection(id)).toEqual({ backend_url: null, refused: null, unknown: [] })
    const forget = world.server.live.subscribe((signals) => heard.push(...signals))
    expect(await attempt(id, 'wrong')).toBe(401)
    await until(id, 'wrong_password')
    expect(await attempt(id, null)).toBe(401)
    await until(id, 'no_password')
    expect(await attempt(id, password, 'ocpp1.5')).toBe(101)
    await until(id, 'no_protocol')
    expect((await connection(id)).refused).toMatchObject({ attempts: 3 })
    await world.until('the signal came', () => heard.some((one) => one.topic === 'station' && one.id === id))
    forget()
    expect(await attempt('MISTYPED', 'x')).toBe(404)
    await world.until('the stranger is shown', async () => (await connection(id)).unknown.length > 0)
    expect((await connection(id)).unknown).toMatchObject([{ id: 'MISTYPED' }])
  })

  test('loses its refusals when it is added or gets another password', async () => {
    expect(await attempt('EARLY', 'x')).toBe(404)
    const early = { vendor_name: 'Story', model: 'One' }
    const connectors = [{ evse_number: 1, number: 1, type: 'Type 2', current: 'AC', power: 22 }]
    await world.until('it was refused', async () => {
      const rows = await world.db.selectFrom('refused_handshakes').select('station_id').execute()
      return rows.some((row) => row.station_id === 'EARLY')
    })
    const { password } = await world.post<{ password: string }>(`locations/${world.locationId}/stations`, {
      ...early,
      id: 'EARLY',
      connectors,
    })
    expect((await connection('EARLY')).refused).toBeNull()
    const renewed = await world.post<{ password: string }>('stations/EARLY/password')
    expect(renewed.password).toMatch(/^[A-Za-z2-9]{20}$/)
    expect(await attempt('EARLY', password)).toBe(401)
    await until('EARLY', 'wrong_password')
    await world.post('stations/EARLY/password')
    expect((await connection('EARLY')).refused).toBeNull()
  })

  test('is shown as connected and booted at once', async () => {
    const { id, password } = await world.addStation()
    const shown = () => world.get<{ online: boolean; configured: boolean }>(`stations/${id}`)
    expect(await shown()).toMatchObject({ online: false, configured: false })
    heard.length = 0
    const forget = world.server.live.subscribe((signals) => heard.push(...signals))
    const url = `${world.server.url.replace('http', 'ws')}/ocpp`
    const station = await simulate({ url, stationId: id, password, protocol: 'ocpp2.0.1' })
    await world.until('it is shown', async () => {
      const { online, configured } = await shown()
      return online && configured
    })
    await world.until('signals came', () => heard.some((one) => one.topic === 'station' && one.id === id))
    forget()
    await station.close()
  })
})

describe('the connection of a station', () => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase(), { PUBLIC_URL: 'https://charge.example/' })
    await office.addStation(await office.addLocation('Own', await office.idOf('manager')), 'OWN')
    await office.addStation(await office.addLocation('Foreign'), 'FOREIGN')
    const at = office.clock.now()
    await office.database.db
      .insertInto('refused_handshakes')
      .values({ station_id: 'STRANGER', reason: 'unknown_station', attempts: 1, first_at: at, last_at: at })
      .execute()
  })
  afterAll(() => office.close())

  test('shows the public address; only administrators see unknown stations', async () => {
    const viewedBy = (who: 'manager' | 'administrator') =>
      office.call<Connection>(who, 'GET', 'stations/OWN/connection')
    expect((await viewedBy('manager')).body).toEqual({
      backend_url: 'wss://charge.example/ocpp',
      refused: null,
      unknown: [],
    })
    expect((await viewedBy('administrator')).body.unknown).toMatchObject([{ id: 'STRANGER' }])
  })

  test('of another manager’s station is not found, nor is its password', async () => {
    const notFound = { status: 404, body: { code: 'station.not_found' } }
    expect(await office.call('manager', 'GET', 'stations/FOREIGN/connection')).toMatchObject(notFound)
    expect(await office.call('manager', 'POST', 'stations/FOREIGN/password')).toMatchObject(notFound)
  })
})
