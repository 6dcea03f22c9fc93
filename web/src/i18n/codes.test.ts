import allTexts from 'virtual:texts/all'
import * as contract from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { languages } from './index.ts'
import { type CodeKind, keyOfCode } from './use-code.ts'

const shown = await Promise.all(
  languages.map(async (language) => [language, (await allTexts[language]()).default] as const),
)

// the official schemas, as the build of ocpp reads them
const schemas = Object.values(
  import.meta.glob<{ default: { $id: string }[] }>(
    '../../../node_modules/ocpp-rpc/lib/schemas/ocpp{1_6,2_0_1}.json',
    { eager: true, exhaustive: true },
  ),
).flatMap((file) => file.default)

const wordsOf = (texts: object, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts)

const without = (keys: readonly string[], texts: object) =>
  keys.filter((key) => typeof wordsOf(texts, key) !== 'string' || wordsOf(texts, key) === '')

/** The statuses of every answer of both versions, but for those of the messages that only stations send. */
function statusesOfAnswers(): string[] {
  const fromStations = ['BootNotification', 'NotifyEVChargingNeeds'].map((message) => `urn:${message}.conf`)
  return schemas
    .filter(({ $id }) => $id.endsWith('.conf') && !fromStations.includes($id))
    .flatMap((schema) => {
      const { properties, definitions } = schema as Answer
      const status = properties?.status
      return status?.enum ?? definitions?.[status?.$ref?.split('/').pop() ?? '']?.enum ?? []
    })
}

interface Answer {
  properties?: { status?: { enum?: string[]; $ref?: string } }
  definitions?: Record<string, { enum?: string[] }>
}

/** The words that the standard has for a code, in both versions: those of an enumeration by the name of what holds it. */
function codesOf(message: string, holder: string): string[] {
  const found = new Set<string>()
  const walk = (part: unknown, name: string): void => {
    if (typeof part !== 'object' || part === null) return
    const { enum: values } = part as { enum?: unknown }
    if (Array.isArray(values) && name === holder) for (const value of values) found.add(String(value))
    for (const [key, value] of Object.entries(part)) walk(value, key)
  }
  for (const schema of schemas)
    if (schema.$id === `urn:${message}.req` || schema.$id === `urn:${message}.conf`) walk(schema, '')
  return [...found]
}

const kinds: [CodeKind, readonly string[]][] = [
  ['warning', contract.orderWarnings],
  ['handshake', contract.refusalReasons],
  ['status', contract.ocppStatuses],
  ['status', codesOf('StatusNotification', 'ConnectorStatusEnumType')],
  ['error', codesOf('StatusNotification', 'errorCode')],
  ['stopReason', codesOf('StopTransaction', 'reason')],
  ['stopReason', codesOf('TransactionEvent', 'ReasonEnumType')],
  ['boot', codesOf('BootNotification', 'BootReasonEnumType')],
  ['firmware', codesOf('FirmwareStatusNotification', 'status')],
  ['firmware', codesOf('SignedFirmwareStatusNotification', 'FirmwareStatusEnumType')],
  ['upload', codesOf('DiagnosticsStatusNotification', 'status')],
  ['upload', codesOf('LogStatusNotification', 'UploadLogStatusEnumType')],
  ['measurand', codesOf('MeterValues', 'measurand')],
  ['measurand', codesOf('TransactionEvent', 'MeasurandEnumType')],
  ['location', codesOf('MeterValues', 'location')],
  [
    'receipt',
    [
      ...[
        'seller_unknown',
        'till_refuses',
        'sale_unknown',
        'payment_unknown',
        'customer_unknown',
        'vat_unknown',
      ],
      'canceled',
    ],
  ],
]

describe.each(shown)('in %s', (_, texts) => {
  test.each(kinds)('every %s has its words', (kind, codes) => {
    expect(codes.length).toBeGreaterThan(1)
    expect(
      without(
        codes.map((code) => keyOfCode(kind, code) ?? code),
        texts,
      ),
    ).toEqual([])
  })

  test('every refusal of a card has its words', () => {
    const refusals = codesOf('TransactionEvent', 'AuthorizationStatusEnumType').filter(
      (code) => code !== 'Accepted',
    )
    expect(refusals.length).toBeGreaterThan(1)
    expect(
      without(
        refusals.map((code) => keyOfCode('outcome', code) ?? code),
        texts,
      ),
    ).toEqual([])
  })

  test('every unit has its sign', () => {
    const units = codesOf('MeterValues', 'unit').filter((unit) => unit !== 'Percent')
    expect(units.length).toBeGreaterThan(1)
    expect(
      without(
        units.map((unit) => `codes.unit.${unit}`),
        texts,
      ),
    ).toEqual([])
  })

  test.each([
    ['enums.role', contract.roles],
    ['enums.orderStatus', contract.orderStatuses],
    ['enums.connectorStatus', contract.connectorStatuses],
    ['enums.stationStatus', contract.stationStatuses],
    ['enums.commandStatus', contract.commandStatuses],
    ['enums.paymentMethod', contract.paymentMethodTypes],
    ['bulk.result', contract.bulkResults],
    ['console.level', contract.logLevels],
    ['order.logSource', contract.logSources],
    ['timeline.disconnect', contract.disconnectReasons],
    ['timeline.action', contract.timelineActions],
  ] as const)('%s has every word of the contract', (place, codes) => {
    expect(
      without(
        codes.map((code) => `${place}.${code}`),
        texts,
      ),
    ).toEqual([])
  })

  test('every verdict has title, cause and advice', () => {
    const keys = contract.verdictCodes.flatMap((code) =>
      ['title', 'why', 'next'].map((part) => `verdict.${code}.${part}`),
    )
    expect(without(keys, texts)).toEqual([])
  })
})

test('every answer to a command has its words, one of no standard is quoted', () => {
  const statuses = new Set(statusesOfAnswers())
  expect(statuses.size).toBeGreaterThan(25)
  const quoted = [...statuses].filter((status) => contract.wordsOfAnswer(status).ru.includes(status))
  expect(quoted).toEqual([])
  expect(contract.wordsOfAnswer('DoorOpen').en).toBe('“DoorOpen”')
})

test('what no standard names has no place', () => {
  expect(keyOfCode('error', 'Door open: left')).toBeUndefined()
  expect(keyOfCode('error', '')).toBeUndefined()
  expect(keyOfCode('error', 'GroundFailure')).toBe('timeline.error.GroundFailure')
})
