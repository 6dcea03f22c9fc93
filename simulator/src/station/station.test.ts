import { type Protocol, protocols, type StationEvent } from '@stationmaster/ocpp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestCentral, type TestCentral } from '../central-for-tests.ts'
import type { SimulateOptions } from '../options.ts'
import { simulate, type VirtualStation } from './station.ts'

let central: TestCentral
const stations: VirtualStation[] = []

beforeEach(async () => {
  central = await openTestCentral()
})

afterEach(async () => {
  await Promise.all(stations.splice(0).map((station) => station.close()))
  await central.close()
})

async function aStation(protocol: Protocol, options: Partial<SimulateOptions> = {}): Promise<VirtualStation> {
  const station = await simulate({
    url: central.url,
    stationId: 'ST-1',
    protocol,
    connectors: [
      { number: 1, type: 'CCS 2', powerW: 50_000, registerWh: 100_000 },
      { number: 2, type: 'Type 2', powerW: 22_000 },
    ],
    seed: 1,
    ...options,
  })
  stations.push(station)
  return station
}

function heard<T extends StationEvent['type']>(type: T): Extract<StationEvent, { type: T }>[] {
  return central.heard.filter((event): event is Extract<StationEvent, { type: T }> => event.type === type)
}

function states(ordinal: number): string[] {
  return heard('connector.changed').flatMap(({ at, state }) =>
    (at.ordinal ?? at.evse) === ordinal ? [state] : [],
  )
}

describe.each(protocols)('a station that speaks %s', (protocol) => {
  const tellsPhases = protocol === 'ocpp1.6'

  test('boots, reports its connectors, charges exactly the requested energy and stops', async () => {
    const station = await aStation(protocol)
    expect(central.heard.map(({ type }) => type)).toEqual([
      'station.booted',
      'connector.changed',
      'connector.changed',
    ])
    const charge = await station.charge({ connector: 1, token: 'CARD-1', energyWh: 20_000 })
    const [started] = heard('charging.started')
    const [ended] = heard('charging.ended')
    expect(started).toMatchObject({ meterWh: 100_000, token: { token: 'CARD-1' }, offline: false })
    expect(ended).toMatchObject({ meterWh: 120_000, reason: 'Local', transactionId: charge.transactionId })
    expect(charge).toMatchObject({ meterStartWh: 100_000, meterStopWh: 120_000 })
    expect(station.register(1)).toBe(120_000)
    const energies = heard('meter.sampled').flatMap(({ samples }) => samples.map(({ energyWh }) => energyWh))
    expect(energies.slice(-3)).toEqual([105_000, 110_000, 115_000])
    expect(states(1)).toEqual(
      tellsPhases
        ? ['Available', 'Preparing', 'Charging', 'Finishing', 'Available']
        : ['Available', 'Occupied', 'Available'],
    )
    if (!tellsPhases) {
      const events = [started, ...heard('meter.sampled'), ended]
      expect(events.map((event) => event?.sequence)).toEqual([0, 1, 2, 3, 4, 5])
      expect(heard('meter.sampled').every(({ chargingState }) => chargingState === 'Charging')).toBe(true)
    }
  })

  test('says a start and a stop again unchanged and keeps its transaction', async () => {
    const station = await aStation(protocol)
    const charge = await station.charge({ energyWh: 1_000 })
    await charge.resendStart()
    await charge.resendStop()
    const [first, again] = heard('charging.started')
    expect(again).toEqual(first)
    const [stop, stopAgain] = heard('charging.ended')
    expect(stopAgain).toEqual(stop)
    expect(station.transactions()).toHaveLength(1)
  })

  test('obeys a start and a stop from afar: the driver plugs in, energy flows, the register is what was reported', async () => {
    const station = await aStation(protocol, {
      meterEveryMs: 20,
      timeScale: 500,
      car: { arrivalPercent: 20 },
    })
    const at = { evse: 1, connector: 1, ordinal: 1 }
    const command = {
      type: 'start' as const,
      at,
      token: { token: 'APP-9', type: 'Central' },
      remoteStartId: 77,
    }
    expect(await central.link().command(command)).toMatchObject({ kind: 'answered', accepted: true })
    await station.waitFor('charging')
    expect(heard('charging.started')[0]).toMatchObject({ token: { token: 'APP-9' } })
    expect(heard('charging.started')[0]?.remoteStartId).toBe(tellsPhases ? undefined : 77)
    await station.waitFor(() => heard('meter.sampled').length > 5)
    await station.settled()
    const view = station.connectorView(1)
    expect(view.sampledWh).toBe(heard('meter.sampled').at(-1)?.samples.at(-1)?.energyWh)
    expect(view.registerWh).toBeGreaterThan(100_000)
    expect(view.powerW).toBeLessThanOrEqual(50_000)
    const transactionId = station.transactions()[0]?.transactionId ?? ''
    expect(await central.link().command({ type: 'stop', transactionId: '4711' })).toMatchObject({
      accepted: false,
    })
    expect(await central.link().command({ type: 'stop', transactionId })).toMatchObject({ accepted: true })
    await station.waitFor('finished')
    await station.settled()
    expect(heard('charging.ended')[0]).toMatchObject({ reason: 'Remote', meterWh: station.register(1) })
  })

  test('a full car suspends itself and the cable ends the session', async () => {
    const station = await aStation(protocol, { meterEveryMs: 10, timeScale: 2_000 })
    await station.plugIn(1, { batteryWh: 20_000, arrivalPercent: 78, targetPercent: 80 })
    await station.tap(1, 'CARD-1')
    await station.waitFor('suspended')
    await station.settled()
    if (tellsPhases) expect(states(1).at(-1)).toBe('SuspendedEV')
    else expect(heard('meter.sampled').at(-1)?.chargingState).toBe('SuspendedEV')
    await station.unplug(1)
    expect(heard('charging.ended')[0]).toMatchObject({ reason: 'EVDisconnected', meterWh: 100_400 })
    expect(states(1).at(-1)).toBe('Available')
  })

  test('keeps charging offline and tells all of it in order, with its own times, when it is back', async () => {
    const station = await aStation(protocol)
    await station.begin({ connector: 1, token: 'CARD-1' })
    const before = central.heard.length
    await station.goOffline()
    station.addEnergy(1, 3_000)
    await station.sendMeterValues({ connector: 1, at: new Date('2026-01-01T10:00:00Z') })
    station.addEnergy(1, 2_000)
    await station.stop(1, { at: new Date('2026-01-01T11:00:00Z') })
    await station.unplug(1)
    const offline = await station.charge({ connector: 2, token: 'CARD-2', energyWh: 700 })
    expect(offline.transactionId === null).toBe(tellsPhases)
    expect(central.heard).toHaveLength(before)
    await station.goOnline()
    const reported = central.heard
      .slice(before)
      .filter(({ type }) => type.startsWith('charging') || type.startsWith('meter'))
    expect(reported[0]).toMatchObject({ type: 'meter.sampled', happenedAt: new Date('2026-01-01T10:00:00Z') })
    expect(reported[1]).toMatchObject({
      type: 'charging.ended',
      meterWh: 105_000,
      happenedAt: new Date('2026-01-01T11:00:00Z'),
    })
    expect(reported[2]).toMatchObject({ type: 'charging.started', meterWh: 0 })
    expect(reported.at(-1)).toMatchObject({ type: 'charging.ended', meterWh: 700 })
    expect(reported.every((event) => 'offline' in event && event.offline === !tellsPhases)).toBe(true)
    expect(station.transactions()[1]?.transactionId).toBe(
      (reported.at(-1) as { transactionId: string }).transactionId,
    )
  })

  test('a stop that waits right behind its start has the id that the start is answered with', async () => {
    const station = await aStation(protocol)
    await station.goOffline()
    await station.begin({ connector: 1 })
    await station.stop(1)
    await station.goOnline()
    await station.settled()
    const { transactionId } = station.transactions().at(-1)!
    expect(transactionId).toBeTruthy()
    expect(heard('charging.ended')).toMatchObject([{ transactionId }])
  })

  test('says a transaction message again after an error, a bounded number of times', async () => {
    const station = await aStation(protocol, { retry: { messageMs: 5, messageAttempts: 3 } })
    central.refuse('charging.started', 2)
    await station.begin({ connector: 1 })
    expect(heard('charging.started')).toHaveLength(1)
    const starts = central.frames.filter((frame) => /StartTransaction|"Started"/.test(frame))
    const payloads = starts.map((frame) => JSON.stringify(JSON.parse(frame)[3]))
    expect(payloads).toHaveLength(3)
    expect(new Set(payloads).size).toBe(1)
    central.refuse('charging.ended', 99)
    await station.stop(1)
    expect(central.frames.filter((frame) => /StopTransaction|"Ended"/.test(frame))).toHaveLength(3)
  })

  test('a power cut in mid-session: the transaction lives on, or ends with a stop that was kept', async () => {
    const station = await aStation(protocol)
    const first = await station.begin({ connector: 1 })
    await station.reboot({ hard: true, sameTransaction: true })
    expect(heard('charging.ended')).toHaveLength(0)
    station.addEnergy(1, 500)
    await station.sendMeterValues({ connector: 1 })
    expect(heard('meter.sampled').at(-1)?.transactionId).toBe(first.transactionId)
    await station.reboot({ hard: true })
    expect(heard('charging.ended')).toMatchObject([{ reason: 'PowerLoss', meterWh: 100_500 }])
    expect(heard('station.booted')).toHaveLength(3)
  })

  test('an urgent reset drops the socket; one that can wait lets transactions end first', async () => {
    const station = await aStation(protocol)
    await station.begin({ connector: 1 })
    expect(await central.link().command({ type: 'reset', whenIdle: false })).toMatchObject({ accepted: true })
    await station.waitFor('offline')
    await station.waitFor('accepted')
    await station.settled()
    expect(heard('charging.ended')[0]?.reason).toBe(tellsPhases ? 'HardReset' : 'ImmediateReset')
    await station.unplug(1)
    await station.begin({ connector: 1 })
    const outcome = await central.link().command({ type: 'reset', whenIdle: true })
    expect(outcome).toMatchObject({ kind: 'answered', status: tellsPhases ? 'Accepted' : 'Scheduled' })
    if (!tellsPhases) await station.stop(1)
    await station.waitFor('offline')
    await station.waitFor('accepted')
    expect(heard('charging.ended')[1]?.reason).toBe(tellsPhases ? 'SoftReset' : 'Local')
  })

  test('asks again while it is pending, and reconnects by itself after a cut or beside a half-open socket', async () => {
    central.boot = 'Pending'
    const station = await aStation(protocol, { patient: true })
    await station.waitFor('pending')
    central.boot = 'Accepted'
    await station.waitFor('accepted')
    await station.settled()
    expect(heard('station.booted')).toHaveLength(2)
    station.cutCable()
    await station.waitFor('accepted')
    await station.abandonSocket()
    expect(heard('station.booted')).toHaveLength(4)
  })

  test('a card that is blocked starts nothing; faults, availability and reservations show in the status', async () => {
    const station = await aStation(protocol)
    central.blocked.add('BAD')
    await station.plugIn(2)
    expect(await station.tap(2, 'BAD')).toBe('Blocked')
    expect(heard('charging.started')).toHaveLength(0)
    await station.unplug(2)
    await station.fault(1, 'GroundFailure')
    expect(states(1).at(-1)).toBe('Faulted')
    await station.recover(1)
    const at = { evse: 1, connector: 1, ordinal: 1 }
    await central.link().command({ type: 'availability', at, operative: false })
    await station.waitFor('unavailable')
    await central.link().command({ type: 'availability', at, operative: true })
    await station.waitFor('available')
    await station.settled()
    expect(states(1).slice(-4)).toEqual(['Faulted', 'Available', 'Unavailable', 'Available'])
    expect(await central.link().command({ type: 'unlock', at })).toMatchObject({ status: 'Unlocked' })
  })

  test('answers its settings, triggers and what it does not know', async () => {
    const station = await aStation(protocol)
    const raw = (action: string, payload: Record<string, unknown>) => {
      return central.link().command({ type: 'raw', action, payload })
    }
    const variable = { component: { name: 'SampledDataCtrlr' }, variable: { name: 'TxUpdatedInterval' } }
    if (tellsPhases) {
      const change = { key: 'MeterValueSampleInterval', value: '60' }
      expect(await raw('ChangeConfiguration', change)).toMatchObject({ status: 'Accepted' })
      const outcome = await raw('GetConfiguration', { key: ['MeterValueSampleInterval', 'Nonsense'] })
      expect(outcome).toMatchObject({
        payload: { configurationKey: [{ value: '60', readonly: false }], unknownKey: ['Nonsense'] },
      })
    } else {
      await raw('SetVariables', { setVariableData: [{ ...variable, attributeValue: '60' }] })
      const outcome = await raw('GetVariables', { getVariableData: [variable] })
      expect(outcome).toMatchObject({ payload: { getVariableResult: [{ attributeValue: '60' }] } })
    }
    expect(await raw('ClearChargingProfile', {})).toMatchObject({ status: 'Unknown', accepted: false })
    expect(await raw('MakeTea', {})).toMatchObject({ kind: 'unsupported' })
    expect(await central.link().command({ type: 'trigger', message: 'Heartbeat' })).toMatchObject({
      accepted: true,
    })
    await station.waitFor(() => heard('station.beat').length > 0)
    await station.sendVendorMessages()
    await station.sendLog(1, 'info', 'hello')
    expect(heard('vendor.message').map(({ messageId }) => messageId)).toEqual([
      'miscInfo',
      'extendedMeterValues',
      'log',
    ])
    expect(heard('vendor.message')[0]?.content).toEqual({ rssi: 24, tamper: false })
  })
})

test('a refused handshake rejects at once', async () => {
  await expect(
    simulate({ url: 'ws://127.0.0.1:1/ocpp', stationId: 'X', protocol: 'ocpp1.6' }),
  ).rejects.toThrow()
})
