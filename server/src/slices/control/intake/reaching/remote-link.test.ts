import type { CommandOutcome, EndedCommand, StationCommand } from '@stationmaster/ocpp'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NodeBus } from '../../../../platform/nodes/bus.ts'
import { readNatsAddress } from '../../../../platform/nodes/nats-address.ts'
import { NatsBus } from '../../../../platform/nodes/nats-bus.ts'
import type { Holder } from '../../../stations/stations/connecting/presence-store.ts'
import { Links } from '../connecting/links.ts'
import { accepted, LinkStand } from './link-stand.fixtures.ts'
import { RemoteLink } from './remote-link.ts'
import { type CommandRequest, Requests } from './requests.ts'

interface Nats {
  url: string
  end(signal?: NodeJS.Signals): Promise<void>
}
const { startNats }: { startNats(): Promise<Nats> } = await import(
  /* @vite-ignore */ new URL('../../../../../../scripts/lib/provide/programs/nats.mjs', import.meta.url).href
)

const command = { type: 'clear_cache' } as unknown as StationCommand
const log = pino({ level: 'silent' })
/** what a station may take; the way there and back takes three seconds more at most */
const answerMs = 200
const disconnected: CommandOutcome = { kind: 'disconnected' }
const never = () => new Promise<never>(() => undefined)

let nats: Nats
const opened: NatsBus[] = []
let names = 0
beforeAll(async () => {
  nats = await startNats()
})
afterAll(async () => {
  await Promise.all(opened.map((bus) => bus.close()))
  await nats.end('SIGKILL')
})

const openBus = async (name: string, url = nats.url) => {
  const bus = await NatsBus.open(readNatsAddress(url), name, log)
  opened.push(bus)
  return bus
}

/** A server with a socket of the station. */
async function serverWith(socket: LinkStand, serve?: (requests: Requests, bus: NodeBus) => void) {
  const name = `server ${++names} *.>`
  const bus = await openBus(name)
  const links = new Links()
  links.open(socket.link)
  const requests = new Requests(links)
  requests.serve(bus)
  serve?.(requests, bus)
  return { holder: { node: name, connectionId: socket.connectionId, protocol: 'ocpp1.6' } as Holder, bus }
}

/** The way from a further server to a station; `next` is what the database says of its holder the next time. */
async function wayTo(
  holder: Holder,
  { next, isDead = () => false, bus }: { next?: Holder; isDead?(node: string): boolean; bus?: NodeBus } = {},
) {
  const reads: string[] = []
  const counts: string[] = []
  const parts = {
    bus: bus ?? (await openBus(`sender ${++names}`)),
    answerMs,
    isDead,
    counted: ({ outcome }: EndedCommand) => counts.push(outcome),
    findHolder: async (id: string) => {
      reads.push(id)
      return next
    },
  }
  return { link: new RemoteLink(parts, 'S', holder), reads, counts }
}

describe('a command to a station of another server', () => {
  test('goes there once, and its outcome comes back', async () => {
    const socket = new LinkStand('S', 'c1')
    const { holder } = await serverWith(socket)
    const { link, reads, counts } = await wayTo(holder)
    expect(await link.command(command)).toEqual(accepted)
    expect(counts).toEqual(['answered'])
    expect(socket.sent).toEqual([command])
    expect(reads).toEqual([])
    link.close(1000, 'over')
    await expect.poll(() => socket.closed).toEqual(['1000 over'])
  })

  test.each([
    'not there',
    'not its socket',
  ] as const)('where the server that had it is %s, the holder is read again, once', async (why) => {
    const lost: Holder = { node: 'nobody', connectionId: 'c1', protocol: 'ocpp1.6' }
    const former = new LinkStand('S', 'another')
    const holder = why === 'not there' ? lost : { ...(await serverWith(former)).holder, connectionId: 'c1' }
    const socket = new LinkStand('S', 'c2')
    const { holder: next } = await serverWith(socket)
    const moved = await wayTo(holder, { next })
    expect(await moved.link.command(command)).toEqual(accepted)
    expect([former.sent.length, socket.sent.length, moved.reads.length]).toEqual([0, 1, 1])
    for (const other of [
      undefined,
      holder,
      { ...next, connectionId: 'c3' },
      { ...lost, connectionId: 'c4' },
    ]) {
      const gone = await wayTo(holder, other ? { next: other } : {})
      expect(await gone.link.command(command)).toEqual(disconnected)
      expect(gone.reads).toEqual(['S'])
    }
    expect([former.sent.length, socket.sent.length]).toEqual([0, 1])
  })

  describe.concurrent('without an answer in time', () => {
    test('what has never arrived goes to where the station is now, and arriving late is not carried out', async () => {
      const socket = new LinkStand('S', 'c1')
      let late: (() => Promise<unknown>) | undefined
      const { holder } = await serverWith(socket, (requests, bus) =>
        bus.answer('command', (request: CommandRequest) => {
          late = () => requests.carryOut(request)
          return never()
        }),
      )
      const now = new LinkStand('S', 'c2')
      const { holder: next } = await serverWith(now)
      const { link } = await wayTo(holder, { next })
      expect(await link.command(command)).toEqual(accepted)
      expect(await late?.()).toEqual({ kind: 'recalled' })
      expect([socket.sent.length, now.sent.length]).toEqual([0, 1])
    })

    test('what is under way may have reached the station, and is sent to nobody else', async () => {
      const socket = new LinkStand('S', 'c1', false)
      const { holder } = await serverWith(socket)
      const next = (await serverWith(new LinkStand('S', 'c2'))).holder
      const { link, reads } = await wayTo(holder, { next })
      expect(await link.command(command)).toEqual({ kind: 'timeout', afterMs: answerMs + 3000, sent: true })
      expect([socket.sent.length, reads.length]).toEqual([1, 0])
    })

    test('what has ended is known', async () => {
      const socket = new LinkStand('S', 'c1')
      const { holder } = await serverWith(socket, (requests, bus) =>
        bus.answer('command', async (request: CommandRequest) => {
          await requests.carryOut(request)
          return never()
        }),
      )
      const { link } = await wayTo(holder)
      expect(await link.command(command)).toEqual(accepted)
      expect(socket.sent).toHaveLength(1)
    })

    test('what nobody can tell may have reached the station', async () => {
      const socket = new LinkStand('S', 'c1')
      const { holder } = await serverWith(socket, (_requests, bus) => {
        bus.answer('command', never)
        bus.answer('outcome', never)
      })
      const { link, reads } = await wayTo(holder)
      expect(await link.command(command, { timeoutMs: 100 })).toEqual({
        kind: 'timeout',
        afterMs: 3100,
        sent: true,
      })
      expect(reads).toEqual([])
    })
  })

  test('ends as disconnected when the server that carries it out dies', async () => {
    const socket = new LinkStand('S', 'c1', false)
    const { holder } = await serverWith(socket)
    let isDead = false
    const { link, reads } = await wayTo(holder, { isDead: (node) => isDead && node === holder.node })
    const begun = performance.now()
    const sent = link.command(command, { timeoutMs: 60_000 })
    await expect.poll(() => socket.sent.length).toBe(1)
    isDead = true
    expect(await sent).toEqual(disconnected)
    expect(performance.now() - begun).toBeLessThan(3000)
    expect(reads).toEqual([])
  })

  test('has no path while this server has no contact with the others, and nothing is sent later', async () => {
    const own = await startNats()
    const bus = await openBus('cut off', own.url)
    const states: string[] = []
    bus.onChange((state) => states.push(state))
    await own.end('SIGKILL')
    await expect.poll(() => states).toEqual(['cut_off'])
    const { link, reads } = await wayTo({ node: 'x', connectionId: 'c1', protocol: 'ocpp1.6' }, { bus })
    expect(await link.command(command)).toEqual({ kind: 'no_path' })
    expect(reads).toEqual([])
  })
})
