import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { FirmwareAddresses, firmwarePath } from './addresses.ts'

const now = new Date('2026-03-10T09:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const addresses = new FirmwareAddresses('secret')
const file = { id: 42, file_name: 'volt q7/2.bin' }
const ticketOf = (path: string) => path.slice(firmwarePath.length).split('/')[0] ?? ''
const ticket = ticketOf(addresses.pathOf(file, 'rollout-7', now))

describe('the address of a firmware file', () => {
  test('holds file, end and purpose, and ends with the encoded name of the file', () => {
    expect(firmwarePath).toBe('/api/v1/firmware-files/')
    const end = Math.floor((now.getTime() + 7 * DAY_MS) / SECOND_MS).toString(36)
    expect(addresses.pathOf(file, 'rollout-7', now)).toMatch(
      new RegExp(`^/api/v1/firmware-files/42\\.${end}\\.rollout-7\\.[\\w-]{43}/volt%20q7%2F2\\.bin$`),
    )
  })

  test('opens its file for a week', () => {
    expect(addresses.open(ticket, now)).toBe(42)
    expect(addresses.open(ticket, after(7 * DAY_MS - 1))).toBe(42)
    expect(addresses.open(ticket, after(7 * DAY_MS))).toBeUndefined()
    expect(addresses.open(ticket, after(70 * DAY_MS))).toBeUndefined()
  })

  test('differs by file, purpose, time and key', () => {
    const tickets = [
      ticket,
      ticketOf(addresses.pathOf({ ...file, id: 43 }, 'rollout-7', now)),
      ticketOf(addresses.pathOf(file, 'rollout-8', now)),
      ticketOf(addresses.pathOf(file, 'rollout-7', after(SECOND_MS))),
      ticketOf(new FirmwareAddresses('other').pathOf(file, 'rollout-7', now)),
    ]
    expect(new Set(tickets).size).toBe(tickets.length)
    expect(tickets.map((one) => addresses.open(one, now))).toEqual([42, 43, 42, 42, undefined])
  })

  const [id = '', until = '', purpose = '', signature = ''] = ticket.split('.')
  const later = (Number.parseInt(until, 36) + 1).toString(36)
  test.each([
    ['another file', `43.${until}.${purpose}.${signature}`],
    ['a later end', `${id}.${later}.${purpose}.${signature}`],
    ['another purpose', `${id}.${until}.rollout-8.${signature}`],
    ['another signature', `${id}.${until}.${purpose}.${'A'.repeat(43)}`],
    ['a signature cut short', ticket.slice(0, -1)],
    ['a signature with more behind it', `${ticket}A`],
    ['more before it', `1${ticket}`],
    ['a sign before it', `-${ticket}`],
    ['no signature', `${id}.${until}.${purpose}.`],
    ['nothing', ''],
  ])('opens nothing with %s', (_what, forged) => {
    expect(addresses.open(forged, now)).toBeUndefined()
  })
})
