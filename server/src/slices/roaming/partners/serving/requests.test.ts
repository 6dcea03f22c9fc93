import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { type Admitted, calledBy, isFunctional, type Known, knownOf, noteRequest, send } from './requests.ts'

const at = new Date('2026-11-23T10:00:00Z')
const admitted = {
  token: 't',
  from: { countryCode: 'NL', partyId: 'XYZ' },
  us: { countryCode: 'DE', partyId: 'STR' },
} as Admitted
const requestWith = (headers: Record<string, string | string[]> = {}) =>
  ({ headers }) as unknown as FastifyRequest

/** A reply that keeps what is sent by it. */
function aReply() {
  const sent: { code?: number; type?: string; text?: string; headers: Record<string, string> } = {
    headers: {},
  }
  const reply = {
    header: (name: string, value: string) => {
      sent.headers[name] = value
      return reply
    },
    headers: (all: Record<string, string>) => {
      Object.assign(sent.headers, all)
      return reply
    },
    code: (code: number) => {
      sent.code = code
      return reply
    },
    type: (type: string) => {
      sent.type = type
      return reply
    },
    send: (text: string) => {
      sent.text = text
      return reply
    },
  }
  return { reply: reply as unknown as FastifyReply, sent }
}

function sending(
  answer: Parameters<typeof send>[2],
  { headers = {}, ...known }: Partial<Known> & { headers?: Record<string, string> } = {},
) {
  const request = requestWith(headers)
  noteRequest(request, { at, began: 0, version: '2.3.0', module: 'locations', ...known })
  const { reply, sent } = aReply()
  send(request, reply, answer)
  return { ...sent, json: JSON.parse(sent.text ?? '') as object, known: knownOf(request) }
}

describe('who makes a request', () => {
  test('is known once it was admitted', () => {
    const request = requestWith()
    expect(knownOf(request)).toBeUndefined()
    expect(() => calledBy(request)).toThrow('a call of OCPI was not admitted')
    noteRequest(request, { at, began: 0, version: null, module: 'locations' })
    expect(() => calledBy(request)).toThrow('a call of OCPI was not admitted')
    noteRequest(request, { at, began: 0, version: null, module: 'locations', admitted })
    expect(calledBy(request)).toBe(admitted)
  })
})

describe('an answer', () => {
  test('stands in its envelope, and is kept as it was sent', () => {
    const { code, type, json, text, known } = sending({ data: [1] })
    expect([code, type]).toEqual([200, 'application/json; charset=utf-8'])
    expect(json).toEqual({ data: [1], status_code: 1000, timestamp: '2026-11-23T10:00:00.000Z' })
    expect(known).toMatchObject({ ocpiStatus: 1000, answer: text })
  })

  test('has the code, the status and the headers that it is given', () => {
    const sent = sending({ status: 'invalidParameters', message: 'no', http: 201, headers: { link: 'x' } })
    expect(sent).toMatchObject({ code: 201, headers: { link: 'x' }, known: { ocpiStatus: 2001 } })
    expect(sent.json).toMatchObject({ status_code: 2001, status_message: 'no' })
  })

  test('has the identifiers of its request, as far as they can be', () => {
    const { headers } = sending({}, { headers: { 'x-request-id': 'r 1', 'x-correlation-id': 'c-1' } })
    expect(headers).toEqual({ 'x-correlation-id': 'c-1' })
    expect(sending({}, { headers: { 'x-request-id': 'x'.repeat(200) } }).headers).toHaveProperty(
      'x-request-id',
    )
    expect(sending({}, { headers: { 'x-request-id': 'x'.repeat(201) } }).headers).toEqual({})
  })

  test('goes from us to the party that has called, where the module is of parties', () => {
    expect(sending({}, { admitted }).headers).toEqual({
      'ocpi-from-country-code': 'DE',
      'ocpi-from-party-id': 'STR',
      'ocpi-to-country-code': 'NL',
      'ocpi-to-party-id': 'XYZ',
    })
    expect(sending({}, { admitted, module: 'versions' }).headers).toEqual({})
    expect(sending({}, { admitted: { ...admitted, from: null } }).headers).toEqual({})
    expect(sending({}, { admitted: { ...admitted, us: undefined } }).headers).toEqual({})
  })

  test('of a request that nobody has noted is sent all the same', () => {
    const { reply, sent } = aReply()
    send(requestWith(), reply, {})
    expect(sent).toMatchObject({ code: 200, headers: {} })
    expect(JSON.parse(sent.text ?? '')).toMatchObject({ timestamp: '1970-01-01T00:00:00.000Z' })
  })
})

test('calls of credentials, versions and hubs go from nobody to nobody', () => {
  expect(['credentials', 'versions', 'hubclientinfo', 'locations'].map(isFunctional)).toEqual([
    false,
    false,
    false,
    true,
  ])
})
