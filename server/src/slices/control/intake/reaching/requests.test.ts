import type { StationCommand } from '@stationmaster/ocpp'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Links } from '../connecting/links.ts'
import { accepted, LinkStand } from './link-stand.fixtures.ts'
import { type CommandRequest, Requests } from './requests.ts'

const command = { type: 'clear_cache' } as unknown as StationCommand

function stand(isPrompt = true) {
  const links = new Links()
  const socket = new LinkStand('S', 'now', isPrompt)
  links.open(socket.link)
  const requests = new Requests(links)
  const request = (id: string, connectionId = 'now'): CommandRequest => ({
    id,
    stationId: 'S',
    connectionId,
    command,
    options: undefined,
  })
  return { links, socket, requests, request }
}

test('a command goes out once, however often it arrives', async () => {
  const { socket, requests, request } = stand(false)
  const both = [requests.carryOut(request('1')), requests.carryOut(request('1'))]
  expect(requests.fateOf('1')).toEqual({ kind: 'under_way' })
  socket.answer()
  expect(await Promise.all(both)).toEqual([accepted, accepted])
  expect(requests.fateOf('1')).toEqual({ kind: 'ended', outcome: accepted })
  expect(await requests.carryOut(request('1'))).toEqual(accepted)
  expect(socket.sent).toHaveLength(1)
  // another command is another one, however alike
  void requests.carryOut(request('2'))
  expect(socket.sent).toHaveLength(2)
})

test('a command for a socket that is not here goes to no other', async () => {
  const { links, socket, requests, request } = stand()
  expect(await requests.carryOut(request('1', 'earlier'))).toEqual({ kind: 'not_mine' })
  const later = new LinkStand('S', 'earlier')
  links.open(later.link)
  // what was said once stays so
  expect(await requests.carryOut(request('1', 'earlier'))).toEqual({ kind: 'not_mine' })
  expect(requests.fateOf('1')).toEqual({ kind: 'ended', outcome: { kind: 'not_mine' } })
  expect([socket.sent, later.sent]).toEqual([[], []])
  expect(await requests.carryOut({ ...request('2'), stationId: 'OTHER' })).toEqual({ kind: 'not_mine' })
})

test('a command whose sender has inquired before it arrives is not carried out', async () => {
  const { socket, requests, request } = stand()
  expect(requests.fateOf('1')).toEqual({ kind: 'never_came' })
  expect(await requests.carryOut(request('1'))).toEqual({ kind: 'recalled' })
  expect(socket.sent).toEqual([])
})

test('an outcome is kept for two minutes after its end, and those under way for as long as they take', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    const { socket, requests, request } = stand(false)
    const slow = requests.carryOut(request('slow'))
    const first = requests.carryOut(request('first', 'earlier'))
    await first
    const fateAt = async (ms: number) => {
      now.mockReturnValue(ms)
      // a further command has the old ones looked at
      await requests.carryOut(request(`at ${ms}`, 'earlier'))
      return requests.fateOf('slow').kind
    }
    expect(await fateAt(10 * 60_000)).toBe('under_way')
    socket.answer()
    await slow
    expect(await fateAt(12 * 60_000 - 1)).toBe('ended')
    expect(await fateAt(12 * 60_000)).toBe('never_came')
    expect(socket.sent).toHaveLength(1)
  } finally {
    now.mockRestore()
  }
})

test('in any order of arrivals, inquiries and answers a command goes out once at most, and what was said stays true', async () => {
  const id = fc.constantFrom('1', '2', '3')
  const step = fc.oneof(
    fc.record({ does: fc.constant('arrives' as const), id }),
    fc.record({ does: fc.constant('inquired' as const), id }),
    fc.record({ does: fc.constant('answered' as const), id }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const links = new Links()
      const sockets = new Map(['1', '2', '3'].map((one) => [one, new LinkStand(one, 'now', false)]))
      for (const { link } of sockets.values()) links.open(link)
      const requests = new Requests(links)
      const replies: { id: string; reply: Promise<unknown> }[] = []
      const recalled = new Set<string>()
      for (const { does, id: one } of steps) {
        if (does === 'arrives')
          replies.push({
            id: one,
            reply: requests.carryOut({
              id: one,
              stationId: one,
              connectionId: 'now',
              command,
              options: undefined,
            }),
          })
        else if (does === 'answered') sockets.get(one)?.answer()
        else {
          const sent = sockets.get(one)?.sent.length
          const fate = requests.fateOf(one)
          if (fate.kind === 'never_came') recalled.add(one)
          else expect(recalled.has(one) ? 0 : 1).toBe(sent)
        }
        await Promise.resolve()
      }
      for (const socket of sockets.values()) socket.answer()
      for (const { id: one, reply } of replies)
        expect(await reply).toEqual(recalled.has(one) ? { kind: 'recalled' } : accepted)
      for (const [one, { sent }] of sockets) {
        const arrived = replies.some((reply) => reply.id === one)
        expect(sent).toHaveLength(arrived && !recalled.has(one) ? 1 : 0)
      }
    }),
  )
})

test('who does not hold the connection cannot say that a command never came, and one that it knows is told of', async () => {
  const links = new Links()
  const here = new LinkStand('S', 'c1')
  links.open(here.link)
  const requests = new Requests(links)
  const sent = (id: string, connectionId: string) => ({ id, stationId: 'S', connectionId })
  expect(requests.fateAt(sent('late', 'c0'))).toEqual({ kind: 'unknown' })
  expect(requests.fateAt(sent('late', 'c1'))).toEqual({ kind: 'never_came' })
  const moved = {
    ...sent('moved', 'c0'),
    command: { type: 'reset', whenIdle: true },
    options: undefined,
  } as const
  expect(await requests.carryOut(moved)).toEqual({ kind: 'not_mine' })
  expect(requests.fateAt(moved)).toEqual({ kind: 'ended', outcome: { kind: 'not_mine' } })
})
