import type { StationLink } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { ConsoleWorld, type Message } from './console-world.ts'

describe.each(openTestDatabases())('the console on $name', ({ open }) => {
  let world: World
  let consoleWorld: ConsoleWorld
  beforeAll(async () => {
    world = await World.open(await open(), new StoryClock(), { OCPP_CALL_TIMEOUT_SECONDS: '4' })
    consoleWorld = new ConsoleWorld(world)
  })
  afterAll(async () => {
    consoleWorld?.close()
    await world?.close()
  })

  test('pages meet exactly, also where many frames have one time', async () => {
    const { id } = await world.addStation()
    const start = Date.now() - 3_600_000
    const at = (n: number) => new Date(start + Math.floor(n / 40) * 1000)
    await consoleWorld.insertFrames(
      id,
      Array.from({ length: 250 }, (_, n) => ({
        at: at(n),
        type: 2,
        from: 'in' as const,
        id: `m${n}`,
        action: 'Heartbeat',
      })),
    )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const part: Awaited<ReturnType<typeof consoleWorld.history>> = await consoleWorld.history(
        id,
        `limit=30${cursor && `&before=${cursor}`}`,
      )
      seen.push(...part.body.map(({ message_id }) => message_id!))
      cursor = part.next
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, n) => `m${249 - n}`))
    const forward: string[] = []
    let after: string | null = `${start - 1}_0`
    while (after !== null) {
      const part: Awaited<ReturnType<typeof consoleWorld.history>> = await consoleWorld.history(
        id,
        `limit=30&after=${after}`,
      )
      forward.push(...part.body.map(({ message_id }) => message_id!).reverse())
      after = part.next
    }
    expect(forward).toEqual(seen.toReversed())
  })
  test('an answer on another page is shown with its call; repeated ids pair with the nearest', async () => {
    const { id } = await world.addStation()
    const start = Date.now() - 600_000
    const at = (s: number) => new Date(start + s * 1000)
    await consoleWorld.insertFrames(id, [
      { at: at(0), type: 2, from: 'in', id: '7', action: 'Authorize' },
      {
        at: at(1),
        type: 3,
        from: 'out',
        id: '7',
        action: 'Authorize',
        text: '[3,"7",{"idTagInfo":{"status":"Invalid"}}]',
      },
      { at: at(10), type: 2, from: 'in', id: '7', action: 'Authorize' },
      { at: at(11), type: 2, from: 'out', id: '7', action: 'Reset' },
      {
        at: at(12),
        type: 3,
        from: 'out',
        id: '7',
        action: 'Authorize',
        text: '[3,"7",{"idTagInfo":{"status":"Accepted"}}]',
      },
      { at: at(13), type: 4, from: 'in', id: '7', text: '[4,"7","NotSupported","no",{}]' },
      { at: at(20), type: 2, from: 'out', id: '8', action: 'Reset' },
    ])
    const all = (await consoleWorld.history(id)).body
    expect(all.map(({ latency_ms }) => latency_ms)).toEqual([null, 2000, 2000, 2000, 2000, 1000, 1000])
    const single: Message[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const part: Awaited<ReturnType<typeof consoleWorld.history>> = await consoleWorld.history(
        id,
        `limit=1${cursor && `&before=${cursor}`}`,
      )
      single.push(...part.body)
      cursor = part.next
    }
    expect(single).toEqual(all)
    expect(all.find(({ message_type_id, pair }) => message_type_id === 2 && pair)?.pair?.status).toBe(
      'NotSupported',
    )
    expect(all.filter(({ pair }) => pair?.status === 'Accepted')).toHaveLength(1)
    expect(
      (await consoleWorld.history(id, 'action=Authorize&direction=station')).body.map(
        ({ pair }) => pair?.status,
      ),
    ).toEqual(['Accepted', 'Invalid'])
  })

  test('a search that finds nothing for long stops, says where, and goes on from there', async () => {
    const { id } = await world.addStation()
    const start = Date.now() - 7_200_000
    await consoleWorld.insertFrames(id, [
      {
        at: new Date(start - 1000),
        type: 2,
        from: 'in',
        id: 'needle',
        action: 'Authorize',
        text: '[2,"needle","Authorize",{"idTag":"RARE"}]',
      },
      ...Array.from({ length: 5300 }, (_, n) => ({
        at: new Date(start + n),
        type: 2,
        from: 'in' as const,
        id: `m${n}`,
        action: 'Heartbeat',
      })),
    ])
    let cursor: string | null = ''
    const found: Message[] = []
    let calls = 0
    while (cursor !== null) {
      const part: Awaited<ReturnType<typeof consoleWorld.history>> = await consoleWorld.history(
        id,
        `search=rare%20idtag${cursor && `&before=${cursor}`}`,
      )
      found.push(...part.body)
      cursor = part.next
      calls += 1
    }
    expect(found.map(({ message_id }) => message_id)).toEqual(['needle'])
    expect(calls).toBeLessThan(4)
    const between = `from=${new Date(start + 10).toISOString()}&to=${new Date(start + 19).toISOString()}`
    expect((await consoleWorld.history(id, between)).body).toHaveLength(10)
  })

  test('a huge frame is cut in the list and whole by itself', async () => {
    const { id } = await world.addStation()
    const data = 'x'.repeat(200_000)
    const at = new Date()
    await consoleWorld.insertFrames(id, [
      {
        at,
        type: 2,
        from: 'in',
        id: 'big',
        action: 'DataTransfer',
        text: JSON.stringify([2, 'big', 'DataTransfer', { data }]),
      },
    ])
    const [listed] = (await consoleWorld.history(id)).body
    expect(listed).toMatchObject({ cut: true, size: 200_036 })
    expect(String(listed!.payload)).toHaveLength(1000)
    const whole = await consoleWorld.call<Message>(
      'GET',
      `ocpp-messages/${id}/${listed!.id}?at=${listed!.created_at}`,
    )
    expect(whole.body).toMatchObject({ cut: false, payload: { data } })
    expect(
      (await consoleWorld.call('GET', `ocpp-messages/${id}/999999999?at=${listed!.created_at}`)).status,
    ).toBe(404)
  })

  test('the filtered history leaves as JSON lines and as a table, once per link', async () => {
    const { id } = await world.addStation()
    const start = Date.now() - 60_000
    await consoleWorld.insertFrames(
      id,
      Array.from({ length: 2500 }, (_, n) => ({
        at: new Date(start + n),
        type: 2,
        from: 'in' as const,
        id: `${n % 2 ? '=' : ''}${n}`,
        action: n % 2 ? 'Authorize' : 'Heartbeat',
      })),
    )
    const link = await consoleWorld.call<{ url: string }>('POST', `ocpp-messages/${id}/export`, {
      format: 'jsonl',
      action: 'Authorize',
    })
    const file = await fetch(world.server.url + link.body.url)
    expect(file.headers.get('content-disposition')).toContain(`${id}-ocpp.jsonl`)
    const lines = (await file.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Message)
    expect(lines.map(({ message_id }) => message_id)).toEqual(
      Array.from({ length: 1250 }, (_, n) => `=${n * 2 + 1}`),
    )
    expect((await fetch(world.server.url + link.body.url)).status).toBe(410)
    const forged = link.body.url.replace(/\..*/, '.forged')
    expect((await fetch(world.server.url + forged)).status).toBe(410)
    const { body } = await consoleWorld.call<{ url: string }>('POST', `ocpp-messages/${id}/export`, {
      format: 'csv',
    })
    const rows = (await (await fetch(world.server.url + body.url)).text()).trim().split('\r\n')
    expect(rows).toHaveLength(2501)
    expect(rows[2]).toContain(`,station,2,'=1,Authorize,,,1,"[2,""=1"",""Authorize"",{}]"`)
    const commas = await consoleWorld.call<{ url: string }>('POST', `ocpp-messages/${id}/export`, {
      format: 'csv_comma',
    })
    const spread = await fetch(world.server.url + commas.body.url)
    expect(spread.headers.get('content-disposition')).toContain(`${id}-ocpp.csv`)
    expect((await spread.text()).split('\r\n')[2]).toContain(
      `;station;2;'=1;Authorize;;;1;"[2,""=1"",""Authorize"",{}]"`,
    )
  })

  test('the journal tells that it grows, but only while somebody reads it', async () => {
    const { made, link } = await consoleWorld.aStation('ocpp1.6', () => ({}))
    const other = await consoleWorld.aStation('ocpp1.6', () => ({}))
    const heard: string[] = []
    const forget = world.server.live.subscribe((signals) => {
      for (const { topic, id } of signals) if (topic === 'journal') heard.push(String(id))
    })
    const say = (from: StationLink) =>
      from.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
    await say(link)
    await consoleWorld.history(made.id)
    await say(other.link)
    await say(link)
    await world.until('the growth is heard', () => heard.length > 0)
    expect(new Set(heard)).toEqual(new Set([made.id]))
    forget()
  })

  test('lines of the controller come from its vendor and from security events, and clear for one person', async () => {
    const { made, link } = await consoleWorld.aStation('ocpp1.6', () => ({}))
    const log = (content: unknown) =>
      link.call('DataTransfer', {
        vendorId: 'AutoEnterprise',
        messageId: 'log',
        data: JSON.stringify(content),
      })
    expect(await log({ connector: 2, level: 'error', text: 'Contactor stuck' })).toEqual({
      status: 'Accepted',
    })
    await log([
      { connector: 0, level: 'warn', text: 'Fan slow' },
      { text: 'Plain' },
      'Bare',
      { level: 'info' },
    ])
    await link.call('SecurityEventNotification', {
      type: 'TamperDetectionActivated',
      timestamp: new Date().toISOString(),
    })
    type Line = { connector_id: number | null; level: string; source: string; text: string }
    const lines = (query = '') =>
      consoleWorld.call<Line[]>('GET', `ocpp-messages/${made.id}/controller?${query}`)
    expect(
      (await lines()).body.map(({ connector_id, level, source, text }) => [
        connector_id,
        level,
        source,
        text,
      ]),
    ).toEqual([
      [null, 'warning', 'security', 'TamperDetectionActivated'],
      [null, 'info', 'vendor', 'Bare'],
      [null, 'info', 'vendor', 'Plain'],
      [null, 'warning', 'vendor', 'Fan slow'],
      [2, 'error', 'vendor', 'Contactor stuck'],
    ])
    expect((await lines('connector_id=2')).body.map(({ text }) => text)).toEqual(['Contactor stuck'])
    const first = await lines('limit=2')
    expect((await lines(`limit=3&before=${first.next}`)).body).toHaveLength(3)
    const station = await consoleWorld.call<{ data_transfer: object }>('GET', `stations/${made.id}`)
    expect(station.body.data_transfer).toEqual({})
    expect((await consoleWorld.call('DELETE', `ocpp-messages/${made.id}/controller`)).status).toBe(204)
    expect((await lines()).body).toEqual([])
    await log({ connector: 1, level: 'info', text: 'After' })
    expect((await lines()).body.map(({ text }) => text)).toEqual(['After'])
    await world.until('all three exchanges are journaled', async () => {
      return (await consoleWorld.history(made.id, 'action=DataTransfer')).body.length === 6
    })
  })

  test('a description is kept, audited and shown to administrators', async () => {
    const { id } = await world.addStation()
    const description = { desc1: 'By the gate', desc2: '', desc3: 'Ключ у охраны', desc4: '' }
    const body = {
      station_id: id,
      vendor_name: 'Story',
      model: 'Two',
      connectors: '1: CCS 2, left',
      description,
    }
    expect((await consoleWorld.call('POST', 'stations/description', body)).body).toMatchObject({
      model: 'Two',
      descriptions: description,
      connectors_descriptor: '1: CCS 2, left',
    })
    const { body: read } = await consoleWorld.call<object>('GET', `stations/${id}`)
    expect(read).toMatchObject({ descriptions: description })
    const entries = await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .execute()
    expect(entries.map(({ action }) => action)).toContain('station.describe')
  })
})
