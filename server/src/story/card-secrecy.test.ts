import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulate } from '@stationmaster/simulator'
import { afterEach, expect, test } from 'vitest'
import { encryptedCard } from './payment-sandbox.ts'
import { Api, freePort, ServerProcess } from './server-process.ts'

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

const number = '4242424242424242'
/** no index of anything begins with a zero */
const code = '0947'
/** In none of these may a card stand: as it was typed, in groups, or its code as a value of its own. */
const secrets = [number, '4242 4242 4242 4242', `"${code}"`]
/** Another card's number, which stands where one must not: a search that does not find it would find nothing. */
const planted = '4000056655665556'

/** Which of some texts stand in a file. */
async function foundIn(file: string, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  let rest = ''
  for await (const part of createReadStream(file, 'latin1')) {
    const text = rest + part
    for (const one of texts) if (text.includes(one)) found.add(one)
    rest = text.slice(-1000)
  }
  return [...found]
}

/** Every file of a folder and those below it, but the sandbox's own book: it is the provider's. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => !path.startsWith('sandbox'))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())

test('a card that was paid with stands in no log, no database and no memory of the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrecy-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const server = new ServerProcess(dataDir, await freePort(), null, {
    LOG_LEVEL: 'debug',
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
  })
  undo.push(() => server.end('SIGKILL'))
  await server.start()
  const api = await Api.open(server.url)
  const location = await api.post<{ id: number }>('locations', { name: 'Yard' })
  await api.post(`locations/${location.id}/pricing`, { tariff: 1700 })
  const made = await api.post<{ password: string; evses: { connectors: { id: number }[] }[] }>(
    `locations/${location.id}/stations`,
    {
      ...{ id: planted, vendor_name: 'Story', model: 'One' },
      connectors: [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }],
    },
  )
  const station = await simulate({
    ...{ url: `${server.url.replace('http', 'ws')}/ocpp`, stationId: planted, password: made.password },
    ...{ protocol: 'ocpp1.6', connectors: [{ number: 1, type: 'CCS 2' }], plugDelayMs: null },
  })
  undo.push(() => station.close())
  const { link } = await api.post<{ link: string }>(`connectors/${made.evses[0]!.connectors[0]!.id}/orders`, {
    kind: 'charge',
    limit_amount: 5000,
  })
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v1/pay/${link.split('/').at(-1)}${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    return (await answer.json()) as { step: string; card_key: string }
  }
  const { card_key: key } = await call('GET', '')
  const card = await encryptedCard(key, number, code)
  await call('POST', '/payment', {
    method: 'card',
    encrypted_card_number: card.encryptedCardNumber,
    encrypted_security_code: card.encryptedSecurityCode,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
  })
  await expect.poll(async () => (await call('GET', '')).step, { timeout: 20_000 }).toBe('waiting_plug')

  await fetch(`${server.url}/api/v1/stations/${planted}`)
  const snapshots = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'))
  server.signal('SIGUSR2')
  // the server writes it at one go, and answers again when it is whole
  await expect.poll(() => snapshots().length, { timeout: 60_000 }).toBe(1)
  expect((await call('GET', '')).step).toBe('waiting_plug')
  await server.end('SIGTERM')

  const heap = join(folder, snapshots()[0]!)
  expect(await foundIn(heap, [...secrets, planted])).toEqual([planted])
  const kept = await Promise.all(filesOf(dataDir).map((file) => foundIn(file, [...secrets, planted])))
  expect([...new Set(kept.flat())]).toEqual([planted])
  const logged = server.lines.join('\n')
  expect([...secrets, planted].filter((one) => logged.includes(one))).toEqual([planted])
  expect(logged).toContain('/api/v1/pay/***')
  expect(logged).not.toContain(link.split('/').at(-1))
  expect(existsSync(join(dataDir, 'sandbox'))).toBe(true)
}, 180_000)
