import { setTimeout as delay } from 'node:timers/promises'
import { type Protocol, storableText } from '@stationmaster/ocpp'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { frameId, halves } from '../../slices/stations/journal/frame-store.ts'
import { type StoryStation, World } from '../world/world.ts'

const runs = 150
const seed = Number(process.env.SEED)

/** A station's end of a socket that says anything. */
class RawStation {
  private next = 0
  private readonly waiting = new Map<string, (answer: unknown[]) => void>()

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const answer = JSON.parse(String(data)) as unknown[]
      this.waiting.get(String(answer[1]))?.(answer)
    })
  }

  static async connect(
    world: World,
    { id, password }: StoryStation,
    protocol: Protocol,
  ): Promise<RawStation> {
    const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/ocpp/${id}`, protocol, {
      auth: `${id}:${password}`,
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return new RawStation(socket)
  }

  call(action: string, payload: unknown, suffix = ''): Promise<unknown[]> {
    this.next += 1
    const id = `${this.next}${suffix}`
    return new Promise((resolve, reject) => {
      const gone = (code: number) => reject(new Error(`closed with ${code} on ${action}`))
      this.socket.once('close', gone)
      this.waiting.set(id, (answer) => {
        this.socket.off('close', gone)
        resolve(answer)
      })
      const json = JSON.stringify(payload).replace(JSON.stringify(deep), nested)
      this.send(`[2,${JSON.stringify(id)},${JSON.stringify(action)},${json}]`)
    })
  }

  send(text: string): void {
    this.socket.send(text)
  }

  close(): void {
    this.socket.terminate()
  }
}

const at = '2026-03-01T10:00:00Z'
const sampled = [{ timestamp: at, sampledValue: [{ value: '1000', measurand: 'Current.Import', unit: 'A' }] }]
const sampled201 = [
  { timestamp: at, sampledValue: [{ value: 1000, measurand: 'Voltage', unitOfMeasure: { multiplier: 0 } }] },
]

const messages2: [action: string, payload: object][] = [
  [
    'BootNotification',
    { reason: 'PowerUp', chargingStation: { vendorName: 'V', model: 'M', serialNumber: 's' } },
  ],
  ['StatusNotification', { timestamp: at, connectorStatus: 'Available', evseId: 1, connectorId: 1 }],
  ['Authorize', { idToken: { idToken: 'ANY', type: 'ISO14443' } }],
  ...['Started', 'Updated', 'Ended'].map((eventType): [string, object] => [
    'TransactionEvent',
    {
      eventType,
      timestamp: at,
      triggerReason: 'CablePluggedIn',
      seqNo: 1,
      reservationId: 7,
      transactionInfo: { transactionId: 'any', remoteStartId: 7, chargingState: 'Charging' },
      evse: { id: 1, connectorId: 1 },
      idToken: { idToken: 'ANY', type: 'ISO14443' },
      meterValue: sampled201,
    },
  ]),
  ['MeterValues', { evseId: 1, meterValue: sampled201 }],
  ['DataTransfer', { vendorId: 'other', messageId: 'm', data: { a: 1 } }],
  ['FirmwareStatusNotification', { status: 'Downloaded', requestId: 1 }],
  ['LogStatusNotification', { status: 'Uploaded', requestId: 1 }],
  ['SecurityEventNotification', { type: 'Tamper', timestamp: at, techInfo: 't' }],
  ['ReservationStatusUpdate', { reservationId: 1, reservationUpdateStatus: 'Expired' }],
  [
    'NotifyReport',
    {
      requestId: 1,
      generatedAt: at,
      seqNo: 0,
      reportData: [
        { component: { name: 'C' }, variable: { name: 'v' }, variableAttribute: [{ value: '1' }] },
      ],
    },
  ],
  ['NotifyEvent', { generatedAt: at, seqNo: 0, eventData: [] }],
  ['Heartbeat', {}],
]

/** Messages that are well, to be spoilt; those of 2.1 are those of 2.0.1, and its own. */
const messages: Record<Protocol, [action: string, payload: object][]> = {
  'ocpp1.6': [
    ['BootNotification', { chargePointVendor: 'V', chargePointModel: 'M', firmwareVersion: '1', iccid: '1' }],
    [
      'StatusNotification',
      { connectorId: 1, errorCode: 'NoError', status: 'Available', info: 'i', timestamp: at },
    ],
    ['Authorize', { idTag: 'ANY' }],
    ['StartTransaction', { connectorId: 1, idTag: 'ANY', meterStart: 1, timestamp: at, reservationId: 7 }],
    ['MeterValues', { connectorId: 1, transactionId: 1, meterValue: sampled }],
    ['StopTransaction', { transactionId: 1, meterStop: 9, timestamp: at, idTag: 'ANY', reason: 'Local' }],
    ['DataTransfer', { vendorId: 'autoenterprise', messageId: 'log', data: '{"text":"t","connector":1}' }],
    ['DataTransfer', { vendorId: 'other', messageId: 'm', data: '{"a":1}' }],
    ['FirmwareStatusNotification', { status: 'Downloaded', requestId: 1 }],
    ['DiagnosticsStatusNotification', { status: 'Uploaded' }],
    ['LogStatusNotification', { status: 'Uploaded', requestId: 1 }],
    ['SecurityEventNotification', { type: 'Tamper', timestamp: at, techInfo: 't' }],
    ['Heartbeat', {}],
  ],
  'ocpp2.0.1': messages2,
  'ocpp2.1': [
    ...messages2,
    ['NotifySettlement', { pspRef: 'any', status: 'Settled', settlementAmount: 1.5, settlementTime: at }],
    ['NotifyPriorityCharging', { transactionId: 'any', activated: true }],
    ['OpenPeriodicEventStream', { constantStreamData: { id: 1, variableMonitoringId: 1, params: {} } }],
  ],
}

/** replaces a value that is nested too deep to print */
const deep = '<deep>'
const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...['a\u0000b', '\u0000', '\ud800', 'x\udc00y', '\ud83d\ude00', '\\u0000', '', ' ', '\u007f\u0001', '‮'],
    ...[
      2 ** 31 - 1,
      2 ** 31,
      2 ** 32,
      2 ** 53 - 1,
      2 ** 53,
      2 ** 63,
      2 ** 64,
      -1,
      -(2 ** 31) - 1,
      -(2 ** 63),
    ],
    ...[0.5, 1e-50, -1e-320, 1e15, 1e21, 1e38, 1e39, 1e308, -1e308, '1e-50', '1e40', '9'.repeat(400)],
    ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00+23:59'],
    ...[
      '2016-12-31T23:59:60Z',
      '1970-01-01T00:00:00Z',
      'yesterday',
      null,
      true,
      [],
      {},
      [[]],
      { a: '\u0000' },
    ],
    ...[{ '\u0000': 1 }, { __proto__: 1 }, deep, 'x'.repeat(5000), '{"text":"\ud83d', '"\\ud83d"'],
    ...['é'.repeat(4000), `${'y'.repeat(3999)}😀`, `{"text":"${'y'.repeat(3999)}😀"}`],
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.maxSafeInteger(),
)

/** A value with one place of it replaced; the place is chosen by a number. */
function spoilt(value: unknown, place: number, by: unknown): unknown {
  const places: (string | number)[][] = []
  const walk = (one: unknown, path: (string | number)[]) => {
    places.push(path)
    if (typeof one !== 'object' || one === null) return
    for (const [key, inner] of Object.entries(one)) walk(inner, [...path, key])
  }
  walk(value, [])
  const path = places[1 + (place % Math.max(1, places.length - 1))] ?? []
  const copy = structuredClone(value)
  let parent = copy as Record<string, unknown>
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>
  const last = path.at(-1)
  if (last !== undefined) parent[last] = by
  return copy
}

describe.each(openTestDatabases())('any value on $name', ({ open }) => {
  let world: World
  beforeAll(async () => {
    world = await World.open(await open(), undefined, { LOG_LEVEL: 'silent' })
    await world.addCard('ANY')
  })
  afterAll(() => world?.close())

  const journalOf = async (stationId: string) => {
    const { rows } = await sql<{ action: string; frame: string; direction: string; remarks: string | null }>`
      select f.action, h.frame, h.direction, h.remarks from frames f ${halves}
      where f.station_id = ${stationId} order by ${frameId}`.execute(world.db)
    return rows
  }

  test.each([
    'ocpp1.6',
    'ocpp2.0.1',
  ] as const)(`%s: is kept or refused, costs nobody beside it a row (seed ${seed})`, async (protocol) => {
    const [mad, honest] = [await world.addStation(), await world.addStation()]
    const [sender, beside] = [
      await RawStation.connect(world, mad, protocol),
      await RawStation.connect(world, honest, protocol),
    ]
    let [sent, honestCount] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...messages[protocol]),
        fc.array(fc.tuple(fc.nat(1000), odd), { minLength: 1, maxLength: 2 }),
        fc.constantFrom('', '', '', '\u0000', '\ud800'),
        async ([action, payload], spoils, suffix) => {
          const message = spoils.reduce<unknown>((one, [place, by]) => spoilt(one, place, by), payload)
          const [answer, own] = await Promise.all([
            sender.call(action, message, suffix),
            beside.call('DataTransfer', { vendorId: 'honest', messageId: String(honestCount) }),
          ])
          sent += 1
          honestCount += 1
          expect(own[0]).toBe(3)
          if (answer[0] !== 3) expect(answer).not.toContain('InternalError')
        },
      ),
      { seed, numRuns: runs, interruptAfterTimeLimit: 60_000 },
    )
    const calls = (rows: { direction: string }[]) => rows.filter(({ direction }) => direction === 'in').length
    await world.until('every frame is in the journal', async () => {
      const [ofMad, ofHonest] = [await journalOf(mad.id), await journalOf(honest.id)]
      // heartbeats that follow one another are one row
      const beats = ofMad.filter(({ action, direction }) => action === 'Heartbeat' && direction === 'in')
      return calls(ofHonest) === honestCount && (calls(ofMad) === sent || beats.length > 0)
    })
    sender.close()
    beside.close()
  })

  test('a frame that the database refuses is kept in base64, and those beside it as they are', async () => {
    const [mad, honest] = [await world.addStation(), await world.addStation()]
    const [sender, beside] = [
      await RawStation.connect(world, mad, 'ocpp1.6'),
      await RawStation.connect(world, honest, 'ocpp1.6'),
    ]
    await sql`alter table frames add constraint no_poison check (frame not like '%poison%')`.execute(world.db)
    try {
      const poison = '[2,"1","Poison",{"poison":"\\u0000"}]'
      for (let i = 0; i < 40; i += 1) {
        sender.send(poison)
        beside.send(`[2,"${i}","Unknown",{}]`)
        if (i % 10 === 0) await delay(100)
      }
      await world.until('all are kept', async () => {
        const [kept, own] = [await journalOf(mad.id), await journalOf(honest.id)]
        const inwards = kept.filter(({ direction }) => direction === 'in')
        return own.length === 80 && inwards.length === 40
      })
      const row = (await journalOf(mad.id)).find(({ direction }) => direction === 'in')!
      expect(Buffer.from(row.frame, 'base64').toString()).toBe(poison)
      expect(row.remarks).toMatch(/^kept in base64/)
    } finally {
      await sql`alter table frames drop constraint no_poison`.execute(world.db)
    }
    sender.close()
    beside.close()
  })

  test('what cannot be kept is replaced and said so; the message id comes back as it went', async () => {
    const made = await world.addStation()
    const station = await RawStation.connect(world, made, 'ocpp1.6')
    const sent = { vendorId: 'v\u0000', messageId: 'm', data: 'd\ud800\u0000' }
    expect(await station.call('DataTransfer', sent, '\u0000')).toEqual([3, '1\u0000', expect.anything()])
    await station.call('Act\u0000ion', {})
    station.send('[2,"raw","\u0000",{}]')
    await world.until('all are kept', async () => (await journalOf(made.id)).length >= 6)
    const rows = await journalOf(made.id)
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['DataTransfer', 'Act�ion']))
    expect(rows.find(({ action }) => action === 'DataTransfer')!.remarks).toMatch(/replaced/)
    const { data_transfer: kept } = await world.get<{ data_transfer: object }>(`stations/${made.id}`)
    expect(kept).toEqual({ [storableText('v\u0000')]: { m: storableText('d\ud800\u0000') } })
    station.close()
  })

  test('a sequence beyond 32 bits costs no session, any other number of that size is refused', async () => {
    const made = await world.addStation()
    const station = await RawStation.connect(world, made, 'ocpp2.0.1')
    const [, , started] = messages['ocpp2.0.1'].filter(([action]) => action === 'TransactionEvent')
    const event = { ...started![1], seqNo: 2 ** 40, transactionInfo: { transactionId: 'long' } }
    expect((await station.call('TransactionEvent', event))[0]).toBe(3)
    const update = { reservationId: 2 ** 40, reservationUpdateStatus: 'Expired' }
    const [type, , code] = await station.call('ReservationStatusUpdate', update)
    expect([type, code]).toEqual([4, 'PropertyConstraintViolation'])
    station.close()
  })
})
