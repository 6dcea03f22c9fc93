import type {
  ControllerLog,
  ErrorAnswer,
  ReadingsAnswer,
  ReportedVariable,
  StationReadings,
  StationTaskAnswer,
  StationTaskBody,
} from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { connectForeign } from '../world/foreign-client.ts'
import { World } from '../world/world.ts'

describe.each(openTestDatabases())('readings that stations report on request ($name)', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open())
  })
  afterAll(() => world?.close())

  const run = (id: string, body: StationTaskBody) =>
    world.post<StationTaskAnswer>(`stations/${id}/tasks`, body)
  const ask = (id: string, since = '') => world.get<ReadingsAnswer>(`stations/${id}/readings?since=${since}`)
  const read = async (id: string): Promise<StationReadings> => (await ask(id)).readings!
  /** Whether the readings of a station have changed since a version. */
  const hasChanged = async (id: string, version: string) => (await ask(id, version)).readings !== null
  const codeOf = (id: string, body: StationTaskBody): Promise<string> =>
    run(id, body).then(
      () => 'accepted',
      (error: { body: string }) => (JSON.parse(error.body) as ErrorAnswer).code,
    )
  /** The readings of a kind, once nothing of it is under way any more. */
  async function answerOf<K extends 'texts' | 'report' | 'monitors'>(id: string, kind: K) {
    await world.until(`the ${kind} have come`, async () => (await read(id))[kind]?.under_way === false)
    return (await read(id))[kind]!
  }

  test('a station of 1.6 has none of them, and gets no request', async () => {
    const { id } = await world.simulate('ocpp1.6')
    expect(await read(id)).toMatchObject({ online: true, texts: null, report: null, monitors: null })
    expect(await codeOf(id, { task: 'read_texts' })).toBe('station.unsupported')
    expect(await codeOf(id, { task: 'read_monitors' })).toBe('station.unsupported')
  })

  describe('texts', () => {
    const text = { task: 'show_text', format: 'utf8', priority: 'front' } as const

    test('are shown, listed as the station tells them, changed and removed', async () => {
      const { id } = await world.simulate('ocpp2.0.1')
      expect((await read(id)).texts).toMatchObject({ asked_at: null, fetched_at: null, items: [] })
      const until = new Date(world.clock.now().getTime() + 60 * MINUTE_MS).toISOString()
      expect(
        await run(id, { ...text, text: 'Out of paper', language: 'en', state: 'idle', until }),
      ).toMatchObject({ accepted: true })
      const [shown] = (await answerOf(id, 'texts')).items
      expect(shown).toMatchObject({
        text: 'Out of paper',
        format: 'utf8',
        language: 'en',
        priority: 'front',
        state: 'idle',
        from: null,
        until,
        transaction_id: null,
        order_id: null,
      })
      // those that orders have shown have numbers below
      expect(shown!.text_id).toBeGreaterThan(2_000_000_000)
      await run(id, { ...text, text_id: shown!.text_id, text: 'Paper is back', priority: 'always' })
      expect((await answerOf(id, 'texts')).items).toMatchObject([
        { text_id: shown!.text_id, text: 'Paper is back', priority: 'always', until: null },
      ])
      expect(await run(id, { task: 'hide_text', text_id: shown!.text_id })).toMatchObject({ accepted: true })
      const left = await answerOf(id, 'texts')
      expect(left).toMatchObject({ items: [], fetched_at: expect.any(String) })
      expect(await run(id, { task: 'hide_text', text_id: shown!.text_id })).toMatchObject({
        accepted: false,
        status: 'Unknown',
      })
    })

    test('can be for the driver who charges; a format that the station does not have is refused with its own status', async () => {
      const station = await world.simulate('ocpp2.0.1')
      const { id } = station
      await world.addCard('TEXTED')
      const { version: idle } = await ask(id)
      expect(await ask(id, idle)).toEqual({ version: idle, readings: null })
      await station.plugIn()
      await station.tap(1, 'TEXTED')
      await world.until('a session runs', async () => (await read(id)).texts!.sessions.length === 1)
      expect(await hasChanged(id, idle)).toBe(true)
      const [session] = (await read(id)).texts!.sessions
      expect(session).toMatchObject({ evse: 1 })
      await run(id, { ...text, text: 'Almost full', order_id: session!.order_id })
      expect((await answerOf(id, 'texts')).items).toMatchObject([
        { text: 'Almost full', order_id: session!.order_id, transaction_id: expect.any(String) },
      ])
      expect(await codeOf(id, { ...text, text: 'x', order_id: 999_999 })).toBe('order.not_found')
      expect(await run(id, { ...text, text: '<b>x</b>', format: 'html' })).toMatchObject({
        accepted: false,
        status: 'NotSupportedMessageFormat',
      })
    })
  })

  describe('reports', () => {
    test('come with their values, and with what has changed since the one before', async () => {
      const { id } = await world.simulate('ocpp2.0.1')
      await run(id, { task: 'read_report', of: 'full' })
      const first = await answerOf(id, 'report')
      expect(first).toMatchObject({ question: { of: 'full' }, earlier_at: null, changed: [] })
      expect(first.count).toBeGreaterThan(20)
      const rows = await world.get<ReportedVariable[]>(`stations/${id}/report`)
      expect(rows).toHaveLength(first.count)
      const timeout = { component: 'TxCtrlr', name: 'EVConnectionTimeOut' }
      expect(rows).toContainEqual({ ...timeout, value: '60', unit: null })
      expect(rows.find(({ name }) => name === 'BasicAuthPassword')).toMatchObject({ value: null })
      // a full report is the station's configuration too
      const { technical } = await world.get<{ technical: { configuration: { settings: object[] } } }>(
        `stations/${id}/controllers`,
      )
      expect(technical.configuration.settings).toHaveLength(first.count)
      await run(id, { task: 'configure', ...timeout, value: '90' })
      await run(id, { task: 'read_report', of: 'chosen', component: 'TxCtrlr' })
      const second = await answerOf(id, 'report')
      expect(second).toMatchObject({
        question: { of: 'chosen', component: 'TxCtrlr' },
        earlier_at: first.fetched_at,
        changed: [{ ...timeout, before: '60', value: '90' }],
      })
      expect(second.count).toBeLessThan(first.count)
    })

    test('of nothing are answers, and what a station does not know is refused in its own word', async () => {
      const { id } = await world.simulate('ocpp2.0.1')
      expect(await run(id, { task: 'read_report', of: 'configuration' })).toMatchObject({ accepted: true })
      expect((await answerOf(id, 'report')).count).toBeGreaterThan(10)
      expect(await run(id, { task: 'read_report', of: 'chosen', criteria: ['problem'] })).toMatchObject({
        accepted: true,
        status: 'EmptyResultSet',
      })
      expect(await answerOf(id, 'report')).toMatchObject({ count: 0, question: { criteria: ['problem'] } })
      expect(await run(id, { task: 'read_report', of: 'summary' })).toMatchObject({
        accepted: false,
        status: 'NotSupported',
      })
      expect(await answerOf(id, 'report')).toMatchObject({ question: { of: 'chosen' }, count: 0 })
    })

    test('that come in parts are shown when they are complete, those of another question never', async () => {
      const made = await world.addStation()
      const client = await connectForeign(world.server.url, 'ocpp2.0.1', made)
      await client.call('BootNotification', {
        reason: 'PowerUp',
        chargingStation: { vendorName: 'Alien', model: 'Y' },
      })
      let requestId = 0
      client.handle('GetBaseReport', ({ params }) => {
        requestId = (params as { requestId: number }).requestId
        return { status: 'Accepted' }
      })
      await run(made.id, { task: 'read_report', of: 'full' })
      const part = (of: number, seqNo: number, tbc: boolean, value: string) =>
        client.call('NotifyReport', {
          requestId: of,
          seqNo,
          tbc,
          generatedAt: world.clock.now().toISOString(),
          reportData: [
            {
              component: { name: 'EVSE', evse: { id: 1 } },
              variable: { name: `Power${seqNo}` },
              variableAttribute: [{ value }],
              variableCharacteristics: { dataType: 'decimal', unit: 'W', supportsMonitoring: true },
            },
          ],
        })
      const { version: requested } = await ask(made.id)
      await part(requestId, 0, true, '1')
      await part(requestId + 1, 7, false, '7')
      // texts are no part of a report, whatever number they come under
      await client.call('NotifyDisplayMessages', {
        requestId,
        tbc: false,
        messageInfo: [{ id: 1, priority: 'InFront', message: { format: 'UTF8', content: 'Hello' } }],
      })
      expect((await read(made.id)).report).toMatchObject({ under_way: true, fetched_at: null, count: 0 })
      // a part alone is nothing that is shown
      expect(await hasChanged(made.id, requested)).toBe(false)
      await part(requestId, 1, false, '2')
      expect(await hasChanged(made.id, requested)).toBe(true)
      expect((await read(made.id)).report).toMatchObject({ under_way: false, count: 2 })
      expect(await world.get(`stations/${made.id}/report`)).toEqual([
        { component: 'EVSE@1', name: 'Power0', value: '1', unit: 'W' },
        { component: 'EVSE@1', name: 'Power1', value: '2', unit: 'W' },
      ])
      expect((await read(made.id)).monitors!.watchable).toHaveLength(2)
      const secret = { component: { name: 'SecurityCtrlr' }, variable: { name: 'BasicAuthPassword' } }
      await run(made.id, { task: 'read_report', of: 'full' })
      const generatedAt = world.clock.now().toISOString()
      await client.call('NotifyReport', {
        requestId,
        seqNo: 0,
        generatedAt,
        reportData: [{ ...secret, variableAttribute: [{ value: 'hunter2' }] }],
      })
      expect(await world.get(`stations/${made.id}/report`)).toMatchObject([
        { name: 'BasicAuthPassword', value: null },
      ])
      const event = { eventId: 1, timestamp: generatedAt, trigger: 'Delta', actualValue: 'hunter3' }
      await client.call('NotifyEvent', {
        generatedAt,
        seqNo: 0,
        eventData: [{ ...event, ...secret, eventNotificationType: 'HardWiredNotification' }],
      })
      expect(await world.get(`ocpp-messages/${made.id}/controller`)).toMatchObject([
        { source: 'monitor', level: 'info', text: 'SecurityCtrlr BasicAuthPassword' },
      ])
      const { version: answered } = await ask(made.id)
      await world.forward(SECOND_MS)
      expect(await hasChanged(made.id, answered)).toBe(false)
      await run(made.id, { task: 'read_report', of: 'full' })
      expect(await hasChanged(made.id, answered)).toBe(true)
      const { version: silent } = await ask(made.id)
      await world.forward(MINUTE_MS)
      // what does not come is not waited for
      expect(await hasChanged(made.id, silent)).toBe(true)
      expect((await read(made.id)).report).toMatchObject({ under_way: false, count: 1 })
      await client.close()
    })
  })

  describe('monitors', () => {
    const place = { component: 'OCPPCommCtrlr', name: 'HeartbeatInterval' }
    const shown = { ...place, kind: 'upper' as const, value: 400, severity: 4, charging: false }
    const watched = { task: 'watch' as const, ...shown }

    /** Has a station watch something, by the console. */
    const watchElsewhere = (id: string) =>
      world.post(`stations/${id}/message`, {
        action: 'SetVariableMonitoring',
        payload: {
          setMonitoringData: [
            {
              value: 7,
              type: 'Delta',
              severity: 2,
              component: { name: 'OCPPCommCtrlr' },
              variable: { name: 'HeartbeatInterval' },
            },
          ],
        },
      })

    test('are set, listed, raise events and are removed', async () => {
      const { id } = await world.simulate('ocpp2.0.1')
      await run(id, { task: 'read_report', of: 'full' })
      await answerOf(id, 'report')
      const { watchable } = (await read(id)).monitors!
      expect(watchable.map(({ name }) => name)).toContain('HeartbeatInterval')
      expect(watchable.map(({ name }) => name)).not.toContain('OrganizationName')
      expect(await run(id, { task: 'read_monitors' })).toMatchObject({
        status: 'EmptyResultSet',
        accepted: true,
      })
      expect(await answerOf(id, 'monitors')).toMatchObject({ items: [], fetched_at: expect.any(String) })
      expect(await run(id, watched)).toMatchObject({ accepted: true })
      const [monitor] = (await answerOf(id, 'monitors')).items
      expect(monitor).toEqual({ monitor_id: 1, ...shown, own: true })
      await run(id, { task: 'configure', ...place, value: '500' })
      const lines = () => world.get<ControllerLog[]>(`ocpp-messages/${id}/controller`)
      await world.until('it has reported', async () =>
        (await lines()).some(({ source }) => source === 'monitor'),
      )
      expect((await lines()).find(({ source }) => source === 'monitor')).toMatchObject({
        level: 'warning',
        text: 'OCPPCommCtrlr HeartbeatInterval = 500',
      })
      expect(await run(id, { task: 'unwatch', monitor_id: 1 })).toMatchObject({ accepted: true })
      expect((await answerOf(id, 'monitors')).items).toEqual([])
      expect(await run(id, { task: 'unwatch', monitor_id: 1 })).toMatchObject({
        accepted: false,
        status: 'NotFound',
      })
      // the station gives the number to somebody else's
      await watchElsewhere(id)
      await run(id, { task: 'read_monitors' })
      expect((await answerOf(id, 'monitors')).items).toMatchObject([{ monitor_id: 1, own: false }])
    })

    test('of others are marked; what cannot be monitored is refused with the own status of the station', async () => {
      const station = await world.simulate('ocpp2.0.1')
      const { id } = station
      expect(await run(id, { ...watched, name: 'Nothing' })).toMatchObject({ status: 'UnknownVariable' })
      expect(await run(id, { ...watched, kind: 'clock' })).toMatchObject({
        accepted: false,
        status: 'UnsupportedMonitorType',
      })
      await watchElsewhere(id)
      await run(id, watched)
      expect((await answerOf(id, 'monitors')).items).toMatchObject([
        { kind: 'delta', own: false },
        { kind: 'upper', own: true },
      ])
      expect(await run(id, watched)).toMatchObject({ accepted: false, status: 'Duplicate' })
      expect(await run(id, { task: 'monitoring_level', severity: 3 })).toMatchObject({ accepted: true })
      expect(await run(id, { task: 'monitoring_base', base: 'built_in' })).toMatchObject({ accepted: true })
      expect((await answerOf(id, 'monitors')).items).toEqual([])
      const { version: connected } = await ask(id)
      await station.goOffline()
      await world.untilOffline(id)
      expect(await hasChanged(id, connected)).toBe(true)
      expect(await codeOf(id, watched)).toBe('station.offline')
    })
  })
})
