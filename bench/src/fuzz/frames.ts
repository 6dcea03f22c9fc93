import { callsOf, protocols } from '@stationmaster/ocpp'
import {
  drawn,
  hostileText,
  hostileValue,
  nested,
  outgrownIntegers,
  type Schema,
  whole,
} from '@stationmaster/server/hostile'
import { attemptHandshake, FuzzSocket } from './socket.ts'
import type { Attack, FuzzStation, Target } from './target.ts'

interface Version {
  actions: readonly string[]
  definitions: Readonly<Record<string, Schema>>
}

const byProtocol = new Map<string, Version>(protocols.map((protocol) => [protocol, callsOf(protocol)]))

/** actions that move orders, money and states; the others are rarer */
const grave = [
  ...[
    'StartTransaction',
    'StopTransaction',
    'MeterValues',
    'TransactionEvent',
    'StatusNotification',
    'Authorize',
  ],
  ...['BootNotification', 'DataTransfer', 'NotifyReport', 'SecurityEventNotification', 'SignCertificate'],
  ...['GetCertificateStatus', 'GetCertificateChainStatus'],
]

/** where nobody answers, or nobody may be called */
const responders = ['http://127.0.0.1:1/ocsp', 'http://169.254.169.254/latest', 'file:///etc/passwd']

/** Sessions on a socket: calls made from the version's schemas, answers to what the server asks, and frames that are none. */
export const frames: Attack = async (target, until, rest) => {
  const { chance, network } = target
  while (!until()) {
    if (network.stations.length < 4) await target.refresh()
    if (chance.happens(0.1)) await attemptHandshake(target)
    const station = chance.one(network.stations)
    // stations of the fuzz network speak these protocols only
    const version = byProtocol.get(station.protocol)!
    const socket = await FuzzSocket.open(target, station, (action) => answerOf(target, version, action))
    if (!socket) {
      network.stations = network.stations.filter((one) => one !== station)
      await target.refresh()
      await rest()
      continue
    }
    await socket.call('BootNotification', bootOf(station))
    for (let left = chance.below(60); left > 0 && socket.open && !until(); left -= 1) {
      if (chance.happens(0.12)) await socket.raw(brokenFrame(target, version))
      else if (chance.happens(0.1)) await outgrow(target, version, socket)
      else await callOf(target, version, socket)
      await rest()
    }
    await socket.end(chance.happens(0.5))
  }
}

const bootOf = ({ protocol }: FuzzStation): object =>
  protocol === 'ocpp1.6'
    ? { chargePointVendor: 'Voltwerk', chargePointModel: 'Duo' }
    : { reason: 'PowerUp', chargingStation: { vendorName: 'Voltwerk', model: 'Duo' } }

function callOf(target: Target, version: Version, socket: FuzzSocket): Promise<void> {
  const { chance } = target
  const likely = grave.filter((action) => version.actions.includes(action))
  const action = chance.one(chance.happens(0.75) ? likely : version.actions)
  return socket.call(action, payloadOf(target, version, action, socket.transactions))
}

/** A whole message with numbers at and beyond what any column holds: the schema says no, never the database. */
function outgrow({ chance }: Target, { actions, definitions }: Version, socket: FuzzSocket): Promise<void> {
  const action = chance.one(actions)
  const integerOf = () => (chance.happens(0.3) ? chance.one(outgrownIntegers) : 1)
  return socket.call(action, whole(definitions[action] ?? {}, { definitions }, integerOf), 'numbers')
}

function payloadOf(
  target: Target,
  { definitions }: Version,
  action: string,
  transactions: unknown[] = [],
): unknown {
  const { chance, network } = target
  const ahead = () => new Date(Date.now() - chance.below(120_000)).toISOString()
  const known = {
    idTag: network.tokens,
    idToken: [],
    timestamp: [ahead(), ahead(), ahead()],
    connectorId: [0, 1, 2],
    evseId: [1, 2],
    transactionId: transactions,
    meterStart: [0, 1_000, 5_000],
    meterStop: [1_000, 9_000, 2_147_483_647],
    vendorId: ['autoenterprise', 'a'],
    messageId: ['log', 'miscInfo', 'extendedMeterValues'],
    seqNo: [0, 1, 2, 3],
    value: ['1000', '2500.5', '-1', 'NaN', 12, 1e300],
    // of what a station can, and of what it has reckoned
    attributeValue: ['true', 'true', 'false', '10'],
    inclTax: [0, 17, -1, 1e300],
    currency: ['RUB', 'EUR'],
    id: [1, 2, chance.one(network.tokens)],
    hashAlgorithm: ['SHA256', 'SHA512'],
    issuerNameHash: ['ab'.repeat(32)],
    issuerKeyHash: ['cd'.repeat(32)],
    serialNumber: ['4711', 'f'.repeat(40)],
    responderURL: responders,
    urls: [responders, [...responders, ...responders]],
  }
  const making = { chance, root: { definitions }, wild: chance.one([0, 0.02, 0.1, 0.4]), known }
  return drawn(definitions[action] ?? {}, making)
}

/** What the station says to a call of the server; undefined: nothing. */
function answerOf(target: Target, version: Version, action: string): unknown[] | undefined {
  const { chance } = target
  const kind = chance.below(20)
  if (kind === 0) return undefined
  if (kind === 1) return [4, chance.one(['NotSupported', 'InternalError', '', hostileText(chance)]), '', {}]
  if (kind === 2) return [3, hostileValue(chance)]
  return [3, payloadOf(target, version, `${action}Response`)]
}

function brokenFrame(target: Target, version: Version): string | Buffer {
  const { chance } = target
  const id = `b${chance.below(1_000_000_000)}`
  const action = chance.one(version.actions)
  const right = JSON.stringify([2, id, action, payloadOf(target, version, action)])
  const kinds: readonly (() => string | Buffer)[] = [
    () => right.slice(0, chance.below(right.length)),
    () =>
      right.slice(0, chance.below(right.length)) +
      chance.one(['"', '}', ']', ',', '\u0000', '\\u0000', '\\ud800']),
    () =>
      JSON.stringify([
        chance.one([2, 3, 4, 5, 6, -1, 2.5, '2', null]),
        hostileValue(chance),
        hostileValue(chance),
        {},
      ]),
    () => JSON.stringify([2, id, `Heartbeat${chance.one(['\u0000', '\ud800', '__proto__', ' '])}`, {}]),
    () =>
      JSON.stringify([
        2,
        id,
        chance.one(['__proto__', 'toString', 'constructor', '', 'a'.repeat(60_000)]),
        {},
      ]),
    () => JSON.stringify([2, id, action, nested(chance.one([100, 3_000]))]),
    () =>
      JSON.stringify([2, id, action, { a: hostileText(chance), b: 'x'.repeat(chance.one([10, 200_000])) }]),
    () => JSON.stringify([3, id, hostileValue(chance)]),
    () => JSON.stringify([5, id, hostileText(chance), hostileText(chance), hostileValue(chance)]),
    () => JSON.stringify([6, id, chance.one(['NotifyPeriodicEventStream', action]), hostileValue(chance)]),
    () => JSON.stringify([4, id, hostileText(chance), hostileText(chance), hostileValue(chance)]),
    () => JSON.stringify(hostileValue(chance)) ?? '',
    () => Buffer.from(right),
    () => '['.repeat(50_000),
    () => ' '.repeat(1_000) + right,
    () => right.replace('[2,', '[2.0e0,'),
  ]
  return chance.one(kinds)()
}
