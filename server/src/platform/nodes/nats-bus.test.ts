import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nkeys } from '@nats-io/transport-node'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { serverCertificate, serverKey, stationsRoot, tlsRoot } from '../../story/world/tls-for-stories.ts'
import { StartError } from '../database/database-fault.ts'
import { readNatsAddress } from './nats-address.ts'
import { NatsBus } from './nats-bus.ts'

interface Nats {
  port: number
  url: string
  start(): Promise<void>
  end(signal?: NodeJS.Signals): Promise<void>
}
const { startNats }: { startNats(options?: { port?: number; args?: string[] }): Promise<Nats> } =
  await import(
    /* @vite-ignore */ new URL('../../../../scripts/lib/provide/programs/nats.mjs', import.meta.url).href
  )

const log = pino({ level: 'silent' })
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

const start = async (options: { port?: number; args?: string[] } = {}): Promise<Nats> => {
  const nats = await startNats(options)
  undo.push(() => nats.end('SIGKILL'))
  return nats
}
const open = async (url: string, name: string): Promise<NatsBus> => {
  const bus = await NatsBus.open(readNatsAddress(url), name, log)
  undo.push(() => bus.close())
  return bus
}
const at = ({ port }: Nats, user = '', rest = '') => `nats://${user}127.0.0.1:${port}${rest}`
const madeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'nats-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  return folder
}

const base64 = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
/** What an operator or an account says of a key, as NATS reads it (JWT of version 2, signed with Ed25519). */
function jwt(signer: nkeys.KeyPair, subject: nkeys.KeyPair, nats: Record<string, unknown>): string {
  const claims = {
    jti: 'x',
    iat: 1,
    iss: signer.getPublicKey(),
    name: 'story',
    sub: subject.getPublicKey(),
    nats: { ...nats, version: 2 },
  }
  const signed = `${base64({ typ: 'JWT', alg: 'ed25519-nkey' })}.${base64(claims)}`
  return `${signed}.${Buffer.from(signer.sign(Buffer.from(signed))).toString('base64url')}`
}
const ask = (from: NatsBus, to: string) => from.request<unknown>(to, 'outcome', 'x', 1_000)

describe('servers over NATS', () => {
  test('a request goes to the server of that name alone, with all that a message may hold', async () => {
    const nats = await start()
    const names = ['a', 'b.*.>', 'host/data dir']
    const [a, ...others] = (await Promise.all(names.map((name) => open(nats.url, name)))) as [
      NatsBus,
      NatsBus,
      NatsBus,
    ]
    for (const [i, bus] of others.entries())
      bus.answer('outcome', (message: unknown, from) => ({ message, from, by: names[i + 1] }))
    const message = {
      at: new Date(0),
      of: new Map([['x', new Set([1n])]]),
      bytes: Buffer.from('b'),
      nothing: undefined,
    }
    for (const name of names.slice(1))
      expect(await a.request(name, 'outcome', message, 1_000)).toMatchObject({
        kind: 'answered',
        answer: { from: 'a', by: name, message: { at: message.at, of: message.of, nothing: undefined } },
      })
    expect(await ask(a, 'nobody')).toEqual({ kind: 'undelivered' })
    expect(await ask(a, 'b.*')).toEqual({ kind: 'undelivered' })
  })

  test('a request that is not answered in time, or by a failure alone, is unanswered', async () => {
    const nats = await start()
    const [a, b] = await Promise.all([open(nats.url, 'a'), open(nats.url, 'b')])
    b.answer('outcome', () => {
      throw new Error('failed')
    })
    b.answer('command', () => delay(400, 'late'))
    expect(await ask(a, 'b')).toEqual({ kind: 'unanswered' })
    expect(await a.request('b', 'command', 'x', 200)).toEqual({ kind: 'unanswered' })
    expect(await a.request('b', 'command', 'x', 2_000)).toEqual({ kind: 'answered', answer: 'late' })
  })

  test('what is said to all is heard by all others of the network, and by no other network', async () => {
    const nats = await start()
    const heard: string[] = []
    const join = async (name: string, network: string) => {
      const bus = await open(at(nats, '', network), name)
      bus.hear('live', (message: string) => heard.push(`${name} ${message}`))
      bus.answer('outcome', () => name)
      return bus
    }
    const [a] = await Promise.all([
      join('a', ''),
      join('b', '/stationmaster'),
      join('c', '/north'),
      join('b', '/north'),
    ])
    a.broadcast('live', 'x')
    await expect.poll(() => heard).toEqual(['b x'])
    expect(await ask(a, 'b')).toEqual({ kind: 'answered', answer: 'b' })
    expect(await ask(a, 'c')).toEqual({ kind: 'undelivered' })
    await delay(100)
    expect(heard).toEqual(['b x'])
  })

  test('a server starts without NATS, and is there when NATS is', async () => {
    const nats = await start()
    await nats.end('SIGKILL')
    const [a, b] = await Promise.all([open(nats.url, 'a'), open(nats.url, 'b')])
    b.answer('outcome', () => 'here')
    const states: string[] = []
    a.onChange((state) => states.push(state))
    expect([a.state, await ask(a, 'b')]).toEqual(['cut_off', { kind: 'no_path' }])
    a.broadcast('live', 'kept by nobody')
    const heard: unknown[] = []
    b.hear('live', (message) => heard.push(message))
    await nats.start()
    await expect.poll(() => [a.state, b.state]).toEqual(['connected', 'connected'])
    expect(await ask(a, 'b')).toEqual({ kind: 'answered', answer: 'here' })
    await nats.end('SIGKILL')
    await expect.poll(() => [a.state, b.state]).toEqual(['cut_off', 'cut_off'])
    a.broadcast('live', 'not kept either')
    await nats.start()
    await expect.poll(() => [a.state, b.state]).toEqual(['connected', 'connected'])
    await expect.poll(() => ask(a, 'b')).toEqual({ kind: 'answered', answer: 'here' })
    expect([states, heard]).toEqual([['connected', 'cut_off', 'connected'], []])
  })
})

describe('servers sign in', () => {
  test.each([
    [
      'user and password',
      ['--user', 'me', '--pass', 's3cr%t'],
      'me:s3cr%25t@',
      ['', 'me@', 'me:other@', 'you:s3cr%25t@'],
    ],
    ['a token', ['--auth', 'tok/en'], 'tok%2Fen@', ['', 'other@']],
  ] as const)('with %s, and not with another', async (_how, args, right, wrong) => {
    const nats = await start({ args: [...args] })
    const [a, b] = (await Promise.all(['a', 'b'].map((name) => open(at(nats, right), name)))) as [
      NatsBus,
      NatsBus,
    ]
    b.answer('outcome', () => 'here')
    expect(await ask(a, 'b')).toEqual({ kind: 'answered', answer: 'here' })
    for (const user of wrong) {
      const opened = open(at(nats, user), 'c')
      await expect(opened).rejects.toThrow(StartError)
      await expect(opened).rejects.toThrow(/^NATS refuses what NATS_URL signs in with: [^\n]+$/)
    }
  })

  test('one that NATS refuses for a time is there again afterwards', async () => {
    const nats = await start({ args: ['--user', 'me', '--pass', 'right'] })
    const bus = await open(at(nats, 'me:right@'), 'a')
    await nats.end('SIGKILL')
    const other = await start({ port: nats.port, args: ['--user', 'me', '--pass', 'wrong'] })
    await delay(3_000)
    await other.end('SIGKILL')
    expect(bus.state).toBe('cut_off')
    await nats.start()
    await expect.poll(() => bus.state, { timeout: 10_000 }).toBe('connected')
  })

  test('with the credentials of an account, which others of another account do not hear', async () => {
    const folder = madeFolder()
    const operator = nkeys.createOperator()
    const accounts = [nkeys.createAccount(), nkeys.createAccount()] as const
    const account = (one: nkeys.KeyPair) =>
      jwt(operator, one, { type: 'account', limits: { subs: -1, conn: -1, leaf: -1, data: -1, payload: -1 } })
    const configuration = join(folder, 'nats.conf')
    const preloaded = accounts.map((one) => `${one.getPublicKey()}: "${account(one)}"`).join('\n')
    writeFileSync(
      configuration,
      `operator: "${jwt(operator, operator, { type: 'operator' })}"\nresolver: MEMORY\nresolver_preload {\n${preloaded}\n}\n`,
    )
    const nats = await start({ args: ['-c', configuration] })
    const credentials = (name: string, of: nkeys.KeyPair) => {
      const user = nkeys.createUser()
      const token = jwt(of, user, { type: 'user', subs: -1, data: -1, payload: -1 })
      const seed = new TextDecoder().decode(user.getSeed())
      const path = join(folder, name)
      writeFileSync(
        path,
        `-----BEGIN NATS USER JWT-----\n${token}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
      )
      return at(nats, '', `?creds=${path}`)
    }
    const [a, b, c] = await Promise.all([
      open(credentials('a.creds', accounts[0]), 'a'),
      open(credentials('b.creds', accounts[0]), 'b'),
      open(credentials('c.creds', accounts[1]), 'c'),
    ])
    b.answer('outcome', () => 'here')
    expect(await ask(a, 'b')).toEqual({ kind: 'answered', answer: 'here' })
    expect(await ask(c, 'b')).toEqual({ kind: 'undelivered' })
    await expect(open(credentials('stranger.creds', nkeys.createAccount()), 'd')).rejects.toThrow(StartError)
    await expect(open(at(nats), 'e')).rejects.toThrow(StartError)
  })

  test('over TLS, where the authority is known that vouches for the server', async () => {
    const folder = madeFolder()
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const nats = await start({
      args: [
        '--tls',
        '--tlscert',
        file('cert.pem', serverCertificate),
        '--tlskey',
        file('key.pem', serverKey),
      ],
    })
    const address = (ca: string) => `tls://127.0.0.1:${nats.port}?ca=${ca}`
    const known = address(file('ca.pem', tlsRoot))
    const [a, b] = await Promise.all([open(known, 'a'), open(known, 'b')])
    b.answer('outcome', () => 'here')
    expect(await ask(a, 'b')).toEqual({ kind: 'answered', answer: 'here' })
    const others = [address(file('other.pem', stationsRoot)), known.replace(/[?].*/, '')]
    const strangers = await Promise.all(others.map((url, i) => open(url, `stranger ${i}`)))
    expect(strangers.map(({ state }) => state)).toEqual(['cut_off', 'cut_off'])
    expect(await ask(a, 'stranger 0')).toEqual({ kind: 'undelivered' })
  })

  test('over TLS to a server that speaks none it is not there, rather than there without', async () => {
    const nats = await start()
    expect((await open(nats.url.replace('nats:', 'tls:'), 'a')).state).toBe('cut_off')
  })
})
