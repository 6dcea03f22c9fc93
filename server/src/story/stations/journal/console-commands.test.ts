import { StationCallFailed } from '@stationmaster/ocpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { ConsoleWorld } from './console-world.ts'

describe.each(openTestDatabases())('commands from the console on $name', ({ open }) => {
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

  for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
    const [soft, hard] = protocol === 'ocpp1.6' ? ['Soft', 'Hard'] : ['OnIdle', 'Immediate']

    test(`a command of ${protocol} is answered, journaled, paired and audited`, async () => {
      const { made } = await consoleWorld.aStation(protocol, () => ({}))
      const accepted = await consoleWorld.send(made.id, 'Reset', { type: soft })
      expect(accepted).toMatchObject({
        status: 200,
        body: { kind: 'answered', accepted: true, status: 'Accepted', payload: { status: 'Accepted' } },
      })
      expect(accepted.body.latency_ms).toBeTypeOf('number')
      expect((await consoleWorld.send(made.id, 'Reset', { type: hard })).body).toMatchObject({
        kind: 'answered',
        accepted: false,
        status: 'Rejected',
      })
      await world.until(
        'both are journaled',
        async () => (await consoleWorld.history(made.id, 'action=Reset')).body.length === 4,
      )
      const { body } = await consoleWorld.history(made.id, 'action=Reset')
      expect(body.map(({ message_from, message_type_id }) => [message_from, message_type_id])).toEqual([
        ['station', 3],
        ['server', 2],
        ['station', 3],
        ['server', 2],
      ])
      const [answer, call] = body
      expect(call).toMatchObject({ payload: { type: hard }, pair: { id: answer!.id, status: 'Rejected' } })
      expect(answer).toMatchObject({ pair: { id: call!.id }, latency_ms: call!.latency_ms })
      const [entry] = await world.db
        .selectFrom('audit_log')
        .select(['action', 'after'])
        .where('subject_id', '=', made.id)
        .where('action', '=', 'station.message')
        .execute()
      expect(entry?.after).toEqual({ action: 'Reset', payload: { type: soft } })
    })

    test(`a payload that breaks the schema of ${protocol} is refused with the reason, and is sent when forced`, async () => {
      const { made } = await consoleWorld.aStation(protocol, () => ({}))
      const refused = await consoleWorld.send(made.id, 'Reset', { type: 'Warm' })
      expect(refused).toMatchObject({
        status: 400,
        body: {
          code: 'station.message_invalid',
          details: [{ path: 'type', keyword: 'enum', message: '/type: not one of the allowed values' }],
        },
      })
      expect((await consoleWorld.history(made.id, 'action=Reset')).body).toEqual([])
      const forced = await consoleWorld.send(made.id, 'Reset', { type: 'Warm' }, { force: true })
      // this station refuses what breaks the schema, as it should
      expect(forced).toMatchObject({ status: 502, body: { code: 'station.call_error' } })
      expect((await consoleWorld.send(made.id, 'BootNotification', {})).body).toMatchObject({
        code: 'station.unsupported',
      })
      expect((await consoleWorld.send(made.id, 'constructor', {}, { force: true })).body).toMatchObject({
        code: 'station.unsupported',
      })
    })

    test(`a CALLERROR, silence and a closed socket of ${protocol} are distinguished`, async () => {
      const { made, link } = await consoleWorld.aStation(protocol, (action) => {
        if (action === 'ClearCache') throw new StationCallFailed('NotImplemented', 'not here')
        return new Promise(() => {})
      })
      expect(await consoleWorld.send(made.id, 'ClearCache', {})).toMatchObject({
        status: 502,
        body: { code: 'station.call_error', details: { code: 'NotImplemented' } },
      })
      const errorsOf = async () => (await consoleWorld.history(made.id, 'errors=true')).body
      await world.until('it is journaled', async () => (await errorsOf()).length > 0)
      expect(await errorsOf()).toMatchObject([
        { message_type_id: 4, action: 'ClearCache', error_code: 'NotImplemented' },
      ])
      const closing = consoleWorld.send(made.id, 'GetLocalListVersion', {})
      await world.until('the command is out', async () => {
        return (await consoleWorld.history(made.id, 'action=GetLocalListVersion')).body.length === 1
      })
      link.terminate()
      expect(await closing).toMatchObject({ status: 502, body: { code: 'station.disconnected' } })
      await world.untilOffline(made.id)
      expect(await consoleWorld.send(made.id, 'ClearCache', {})).toMatchObject({
        status: 409,
        body: { code: 'station.offline' },
      })
    })
  }

  test('a station that stays silent is a time-out', async () => {
    const { made } = await consoleWorld.aStation('ocpp1.6', () => new Promise(() => {}))
    expect(await consoleWorld.send(made.id, 'ClearCache', {})).toMatchObject({
      status: 504,
      body: { code: 'station.timeout', details: { latency_ms: expect.any(Number) } },
    })
  })

  test('what the audit log keeps of a command has no secrets in it', async () => {
    const { made } = await consoleWorld.aStation('ocpp1.6', () => ({ status: 'Accepted' }))
    await consoleWorld.send(made.id, 'ChangeConfiguration', { key: 'AuthorizationKey', value: 'deadbeef' })
    await consoleWorld.send(made.id, 'GetDiagnostics', { location: 'ftp://anna:hunter2@files.example/up' })
    const kept = await world.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', made.id)
      .where('action', '=', 'station.message')
      .orderBy('id')
      .execute()
    expect(kept.map(({ after }) => (after as { payload: object }).payload)).toEqual([
      { key: 'AuthorizationKey', value: '***' },
      { location: 'ftp://***@files.example/up' },
    ])
  })
})
