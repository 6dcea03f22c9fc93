import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultsOf, type Version } from './commands/actions.ts'
import type { IdToken, MeterSample, StationEvent, StationReply } from './station-event.ts'
import { cordialReply, understandCall } from './testing.ts'
import { certificates21, contractEvents, verdict } from './v2/contracts.fixtures.ts'
import { count, outsideLimits } from './v2/reading/outside-limits.fixtures.ts'
import { name } from './v2/v21/settlements.fixtures.ts'
import { events21 } from './v2/v21/tariffs.fixtures.ts'
import { versions } from './versions.ts'

const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }).map((ms) => new Date(ms))
const wh = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const contexts = fc.constantFrom('Sample.Periodic', 'Sample.Clock', 'Trigger')
const authorization = fc.constantFrom('Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx')

/** A sample without raw values: the station writes what it says in our units. */
const sample: fc.Arbitrary<MeterSample> = fc
  .record(
    {
      at: instant,
      context: contexts,
      energyWh: wh,
      powerW: fc.integer({ min: 0, max: 1e6 }),
      soc: fc.integer({ min: 0, max: 100 }),
      currentA: fc.integer({ min: 0, max: 5000 }).map((tenths) => tenths / 10),
      voltageV: fc.integer({ min: 0, max: 10_000 }).map((tenths) => tenths / 10),
    },
    { requiredKeys: ['at', 'context', 'energyWh'] },
  )
  .map((parts) => ({ ...parts, raw: [] }))
const samples = fc.array(sample, { maxLength: 4 })

/** What a meter has signed: any text, which comes back as it was. */
const signedText = fc
  .string({ minLength: 1, maxLength: 60 })
  .filter((data) => !/[\0\ud800-\udfff]/.test(data))
const signed16 = fc.array(fc.record({ at: instant, context: contexts, data: signedText }), {
  minLength: 1,
  maxLength: 3,
})

/** In 2.x a signed value stands at a measured one. */
const signed201 = (sampled: readonly MeterSample[]) => {
  const [first] = sampled
  if (!first?.at) return {}
  const { at, context } = first
  const content = { data: 'T0NNRnx7fQ==', encodingMethod: 'OCMF', signingMethod: 'ECDSA', publicKey: 'MFkw' }
  return { signed: [{ at, context, ...content }] }
}

/** A variable of a component, each with an instance or without, the component at an EVSE and connector or at none. */
const watchedPlace = {
  component: fc.stringMatching(/^[A-Za-z0-9 ]{1,20}(\.[A-Za-z0-9 ]{1,10})?(@[1-9](#[1-9])?)?$/),
  name: fc.stringMatching(/^[A-Za-z0-9 ]{1,20}(\.[A-Za-z0-9 ]{1,10})?$/),
}

/** What every version can say. */
const common: fc.Arbitrary<StationEvent>[] = [
  fc.record(
    {
      type: fc.constant('station.booted' as const),
      vendorName: name(20),
      model: name(20),
      serialNumber: name(25),
      firmwareVersion: name(50),
      iccid: name(20),
      imsi: name(20),
    },
    { requiredKeys: ['type', 'vendorName', 'model'] },
  ),
  fc.constant({ type: 'station.beat' as const }),
  fc.record(
    {
      type: fc.constant('vendor.message' as const),
      vendorId: name(100),
      messageId: name(50),
      content: fc.oneof(name(100), fc.dictionary(name(5), fc.oneof(fc.integer(), name(5)))),
    },
    { requiredKeys: ['type', 'vendorId', 'content'] },
  ),
  fc.record(
    {
      type: fc.constant('firmware.changed' as const),
      status: fc.constantFrom('Idle', 'Installed', 'Downloading'),
      requestId: count,
    },
    { requiredKeys: ['type', 'status'] },
  ),
  fc.record(
    {
      type: fc.constant('upload.changed' as const),
      status: fc.constantFrom('Idle', 'Uploaded'),
      requestId: count,
    },
    { requiredKeys: ['type', 'status'] },
  ),
  fc.record(
    { type: fc.constant('security.reported' as const), kind: name(50), happenedAt: instant, info: name(100) },
    { requiredKeys: ['type', 'kind', 'happenedAt'] },
  ),
]

const tokenOf = (type: fc.Arbitrary<string>, most: number): fc.Arbitrary<IdToken> =>
  fc.record({ token: name(most), type })

const token16 = tokenOf(fc.constant('ISO14443'), 20)
const at16 = fc.record({ ordinal: fc.integer({ min: 1, max: 50 }) })
const events16 = fc.oneof(
  ...common,
  fc.record({ type: fc.constant('token.presented' as const), token: token16 }),
  fc.record({
    type: fc.constant('connector.changed' as const),
    at: at16,
    state: fc.constantFrom('Available', 'Preparing', 'Charging', 'SuspendedEV', 'Finishing', 'Faulted'),
    errorCode: fc.constantFrom('NoError', 'GroundFailure'),
    happenedAt: instant,
  }),
  fc.record({ at: at16, token: token16, meterWh: wh, happenedAt: instant }).map(
    (start): StationEvent => ({
      type: 'charging.started',
      ...start,
      samples: [],
      offline: false,
      charging: true,
      startKey: `${start.at.ordinal}|${start.token.token}|${start.happenedAt.toISOString()}|${start.meterWh}`,
    }),
  ),
  fc
    .record(
      {
        at: at16,
        transactionId: fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String),
        samples,
        signed: signed16,
      },
      { requiredKeys: ['at', 'transactionId', 'samples'] },
    )
    .map(({ samples: sampled, ...rest }): StationEvent => {
      const last = (sampled.at(-1) ?? rest.signed?.at(-1))?.at
      return {
        type: 'meter.sampled',
        ...rest,
        samples: sampled,
        offline: false,
        ...(last ? { happenedAt: last } : {}),
      }
    }),
  fc
    .record(
      {
        transactionId: fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String),
        token: token16,
        meterWh: wh,
        happenedAt: instant,
        samples,
        signed: signed16,
        reason: fc.constantFrom('Local', 'Remote', 'EVDisconnected', 'HardReset'),
      },
      { requiredKeys: ['transactionId', 'meterWh', 'happenedAt', 'samples', 'reason'] },
    )
    .map((stop): StationEvent => ({ type: 'charging.ended', ...stop, offline: false })),
)

const at201 = fc.record({ evse: fc.integer({ min: 1, max: 50 }), connector: fc.integer({ min: 1, max: 4 }) })
const transaction = { transactionId: name(36), sequence: count, happenedAt: instant, offline: fc.boolean() }

/** What OCPP 2 can say, with cards' numbers of so many characters at the most. */
function events2(longestToken: number): fc.Arbitrary<StationEvent> {
  const token201 = tokenOf(fc.constantFrom('Central', 'ISO14443', 'eMAID'), longestToken)
  return fc.oneof(
    ...common.map((event) =>
      event.map(
        (read): StationEvent => (read.type === 'station.booted' ? { ...read, reason: 'PowerUp' } : read),
      ),
    ),
    ...contractEvents(token201, name),
    fc.record({
      type: fc.constant('connector.changed' as const),
      at: at201,
      state: fc.constantFrom('Available', 'Occupied', 'Reserved', 'Unavailable', 'Faulted'),
      happenedAt: instant,
    }),
    fc.record({
      type: fc.constant('settings.reported' as const),
      requestId: count,
      more: fc.boolean(),
      settings: fc.array(
        fc.record(
          { component: name(20), name: name(20), value: name(20), readonly: fc.boolean() },
          { requiredKeys: ['component', 'name', 'readonly'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      type: fc.constant('texts.reported' as const),
      requestId: count,
      more: fc.boolean(),
      texts: fc.array(
        fc.record(
          {
            textId: count,
            text: name(50),
            format: fc.constantFrom('ascii' as const, 'utf8' as const, 'html' as const, 'uri' as const),
            language: name(8),
            priority: fc.constantFrom('always' as const, 'front' as const, 'normal' as const),
            state: fc.constantFrom(...(['charging', 'faulted', 'idle', 'unavailable'] as const)),
            from: instant.map((at) => at.toISOString()),
            until: instant.map((at) => at.toISOString()),
            transactionId: name(36),
            evse: count,
          },
          { requiredKeys: ['textId', 'text', 'format', 'priority'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      type: fc.constant('monitors.reported' as const),
      requestId: count,
      more: fc.boolean(),
      monitors: fc.array(
        fc.record({
          monitorId: count,
          ...watchedPlace,
          kind: fc.constantFrom(...(['upper', 'lower', 'delta', 'periodic', 'clock'] as const)),
          value: fc.integer(),
          severity: fc.integer({ min: 0, max: 9 }),
          charging: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      type: fc.constant('variables.noticed' as const),
      notices: fc.array(
        fc.record(
          {
            ...watchedPlace,
            value: name(50),
            cause: fc.constantFrom('crossed' as const, 'changed' as const, 'periodic' as const),
            cleared: fc.boolean(),
            happenedAt: instant,
            monitorId: count,
            info: name(50),
          },
          { requiredKeys: ['component', 'name', 'value', 'cause', 'cleared', 'happenedAt'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    ...outsideLimits,
    fc.record({
      type: fc.constant('reservation.ended' as const),
      reservationId: count,
      status: fc.constantFrom('Expired', 'Removed'),
    }),
    fc
      .record(
        {
          ...transaction,
          at: at201,
          token: token201,
          remoteStartId: count,
          reservationId: count,
          charging: fc.boolean(),
          samples,
        },
        { requiredKeys: ['transactionId', 'sequence', 'happenedAt', 'offline', 'at', 'charging', 'samples'] },
      )
      .map(
        (start): StationEvent => ({
          type: 'charging.started',
          ...start,
          ...signed201(start.samples),
          ...register(start.samples[0]),
        }),
      ),
    fc
      .record(
        {
          type: fc.constant('meter.sampled' as const),
          ...transaction,
          at: at201,
          token: token201,
          samples,
          chargingState: fc.constantFrom('Charging', 'SuspendedEV', 'Idle'),
        },
        { requiredKeys: ['type', 'transactionId', 'sequence', 'happenedAt', 'offline', 'samples'] },
      )
      .map((update): StationEvent => ({ ...update, ...signed201(update.samples) })),
    fc
      .record(
        {
          ...transaction,
          at: at201,
          samples,
          reason: fc.constantFrom('Local', 'Remote', 'EVDisconnected', 'PowerLoss'),
        },
        { requiredKeys: ['transactionId', 'sequence', 'happenedAt', 'offline', 'samples', 'reason'] },
      )
      .map(
        (stop): StationEvent => ({
          type: 'charging.ended',
          ...stop,
          ...signed201(stop.samples),
          ...register(stop.samples.at(-1)),
        }),
      ),
  )
}

function register(edge: MeterSample | undefined) {
  return edge?.energyWh === undefined ? {} : { meterWh: edge.energyWh }
}

/** Raw measurements come back beside the figures, and a register as a sample of its own: neither is new. */
function essence(event: StationEvent): unknown {
  if (!('samples' in event)) return event
  const measured = event.samples.filter(({ context }) => !context.startsWith('Transaction.'))
  return { ...event, samples: measured.map((one) => ({ ...one, raw: [] })) }
}

function written(version: Version, event: StationEvent) {
  const action = version.actionOf(event) ?? ''
  const row = version.fromStation[action]
  if (row?.treatment !== 'handled') throw new Error(`${action} is not handled`)
  return { action, row, payload: row.write(event) as Record<string, unknown> }
}

const trips: [Version, fc.Arbitrary<StationEvent>][] = [
  [versions['ocpp1.6'], events16],
  [versions['ocpp2.0.1'], events2(36)],
  [versions['ocpp2.1'], events21(events2(255), certificates21(name))],
]

describe.each(trips)('events in %o', (version, events) => {
  test('are what they were after a journey, and their messages are valid', () => {
    fc.assert(
      fc.property(events, (event) => {
        const { action, payload } = written(version, event)
        expect(faultsOf(version, action, JSON.parse(JSON.stringify(payload)))).toEqual([])
        const understood = understandCall(version.protocol, action, payload)
        expect(understood).toMatchObject({ remarks: [] })
        expect('event' in understood && essence(understood.event)).toEqual(essence(event))
      }),
      { numRuns: 300 },
    )
  })

  test('are answered by the schema, and the answer says what was meant', () => {
    fc.assert(
      fc.property(events, authorization, verdict, (event, status, found) => {
        const { action, row } = written(version, event)
        const reply = {
          ...cordialReply(event),
          ...('status' in cordialReply(event) ? { status } : {}),
          ...('proof' in event && event.proof ? { certificateStatus: found } : {}),
        } as StationReply
        const meant =
          reply.type === 'authorization' || reply.type === 'charging' ? reply : cordialReply(event)
        const answer = JSON.parse(JSON.stringify(row.answer(meant, event))) as Record<string, unknown>
        expect(faultsOf(version, `${action}Response`, answer)).toEqual([])
        const read = row.readAnswer(answer)
        if (!['vendor', 'charging', 'accepted'].includes(meant.type)) expect(read).toEqual(meant)
        if (meant.type === 'charging' && event.type === 'charging.started' && event.token)
          expect(read).toMatchObject({ status: meant.status })
      }),
      { numRuns: 200 },
    )
  })
})

test.each(
  Object.values(versions),
)('$protocol reads any payload of any action without throwing', (version) => {
  const actions = fc.constantFrom(...Object.keys(version.fromStation))
  fc.assert(
    fc.property(actions, fc.dictionary(fc.string(), fc.jsonValue()), (action, payload) => {
      expect(understandCall(version.protocol, action, payload)).toBeTypeOf('object')
    }),
  )
  const mangled = fc
    .tuple(trips.find(([v]) => v === version)?.[1] as fc.Arbitrary<StationEvent>, fc.nat(), fc.jsonValue())
    .map(([event, place, junk]) => {
      const { action, payload } = written(version, event)
      let slots = 0
      const replaced = (_key: string, value: unknown) => (slots++ === place % 12 && slots > 1 ? junk : value)
      return { action, payload: JSON.parse(JSON.stringify(payload, replaced)) as Record<string, unknown> }
    })
  fc.assert(
    fc.property(mangled, ({ action, payload }) => {
      expect(understandCall(version.protocol, action, payload)).toBeTypeOf('object')
    }),
    { numRuns: 500 },
  )
})
