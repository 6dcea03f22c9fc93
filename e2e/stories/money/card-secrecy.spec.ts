import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Request, test } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { dumpDatabase } from '@stationmaster/server/testing'
import { payByCard } from '../../harness/card.ts'
import { World } from '../../harness/world/world.ts'

const number = '4242424242424242'
/** no index of anything begins with a zero */
const code = '0947'
/** In none of these may a card stand: as it was typed, in groups, in a column of bytes, or its code as a value of its own. */
const secrets = [number, '4242 4242 4242 4242', Buffer.from(number).toString('hex'), `"${code}"`]
/** Another card's number, which stands where one must not: a search that does not find it would find nothing. */
const planted = '4000056655665556'
const sought = [...secrets, planted]

/** Which of some texts stand in what comes piece by piece. */
async function foundIn(pieces: AsyncIterable<string> | Iterable<string>): Promise<string[]> {
  const found = new Set<string>()
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    for (const one of sought) if (text.includes(one)) found.add(one)
    rest = text.slice(-100)
  }
  return [...found]
}

const fileOf = (path: string) => createReadStream(path, 'latin1') as AsyncIterable<string>

/** Every file of a folder and those below it, but the sandbox's own book: it is the provider's. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => !path.startsWith('sandbox'))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())

const textOf = async (request: Request) =>
  [request.url(), JSON.stringify(await request.allHeaders()), request.postData() ?? ''].join('\n')

test('a card that was paid with in the browser stands in no request, no log, no database and no memory of the server', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'secrecy-'))
  const world = await World.start({
    LOG_LEVEL: 'debug',
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
  })
  try {
    const { server, administrator } = world
    const requests: Promise<string>[] = []
    page.on('request', (request) => requests.push(textOf(request)))
    const station = await world.aStation({ id: planted, protocol: 'ocpp1.6', plugDelayMs: null })
    const { link } = await administrator.call(contract.pay.offer, {
      params: { id: station.connectorId },
      body: { kind: 'charge', limit_amount: 5000 },
    })
    await page.goto(link!)
    await payByCard(page, number, { code })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plug in now')
    const sent = await Promise.all(requests)
    expect(await foundIn(sent)).toEqual([])
    expect(sent.join()).toContain('encrypted_card_number')
    server.signal('SIGUSR2')
    const snapshots = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'))
    await expect.poll(() => snapshots().length).toBe(1)
    // the server writes it at one go, and answers again when it is whole; where that took long it closes connections that were idle
    await expect(() =>
      administrator.call(contract.stations.get, { params: { id: station.record.id } }),
    ).toPass()
    expect(await foundIn(fileOf(join(folder, snapshots()[0]!)))).toEqual([planted])
    await server.halt()
    const files = filesOf(server.dataDir).map((file) => foundIn(fileOf(file)))
    const database = server.databaseUrl === null ? [] : [foundIn(dumpDatabase(server.databaseUrl))]
    expect([...new Set((await Promise.all([...files, ...database])).flat())]).toEqual([planted])
    expect(await foundIn(server.lines)).toEqual([planted])
    const log = server.lines.join('\n')
    expect(log).toContain('/api/v1/pay/***')
    expect(log).not.toContain(link!.split('/').at(-1))
  } finally {
    await world.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
