import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Chance, hostileInstants, hostileText } from '@stationmaster/server/hostile'
import { type Attack, send, type Target } from './target.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWOIi3kGQQxwFgBeZAnBaEgnRQAAAABJRU5ErkJggg==',
  'base64',
)

const boundary = 'fuzz'

/** Uploads files as stations do: to the right addresses, to wrong ones, slowly, cut off in the middle; and pictures. */
export const uploads: Attack = async (target, until, rest) => {
  while (!until()) {
    const kind = target.chance.below(10)
    if (kind < 2) await avatar(target)
    else if (kind < 4) await tornOff(target)
    else await bring(target)
    await rest()
  }
}

async function bring(target: Target): Promise<void> {
  const { chance, network } = target
  const known = network.uploads
  const path = known.length > 0 && chance.happens(0.7) ? chance.one(known) : wrongPath(chance)
  if (chance.happens(0.3) && known.length > 20) known.splice(0, known.length - 20)
  const name = chance.happens(0.3)
    ? `/${encodeURIComponent(printable(hostileText(chance)).slice(0, 200))}`
    : ''
  const form = chance.happens(0.3)
  const file = fileOf(chance)
  await send(target, 'uploads', {
    route: form ? 'a form' : 'a body',
    method: chance.one(['PUT', 'POST']),
    path: path + name,
    headers: {
      'content-type': form
        ? `multipart/form-data; boundary=${boundary}`
        : chance.one(['text/plain', 'a/b', 'application/json']),
      ...(chance.happens(0.2)
        ? { 'content-disposition': `attachment; filename="${chance.one(['../a', 'a;b', '.', ''])}"` }
        : {}),
      ...(chance.happens(0.05) ? { 'content-encoding': 'gzip' } : {}),
    },
    body: form ? formOf(chance, file) : file,
  })
}

async function avatar(target: Target): Promise<void> {
  const { chance, network } = target
  const file = Buffer.from(picture)
  for (let hits = chance.below(6); hits > 0; hits -= 1) file[chance.below(file.length)] = chance.below(256)
  const answer = await send(target, 'uploads', {
    route: 'a picture',
    method: 'POST',
    path: `/api/v1/managers/${chance.one(network.managers)}/avatar`,
    headers: {
      authorization: target.authorization(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: formOf(chance, file),
  })
  if (answer?.status === 401) await target.refresh()
}

/** A body that is promised and never comes whole. */
async function tornOff({ chance, host, port, network, tally }: Target): Promise<void> {
  const path =
    network.uploads.length > 0 && chance.happens(0.5) ? chance.one(network.uploads) : wrongPath(chance)
  const socket = connect({ host, port })
  socket.on('error', () => undefined)
  const length = chance.one([10, 1_000_000, 30_000_000])
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(Math.min(length - 1, 50_000))}`,
  )
  await pause(chance.one([0, 20, 200]))
  socket.destroy()
  tally.count('uploads torn off', 'closed')
}

function formOf(chance: Chance, file: Buffer): Buffer {
  const disposition = chance.one(['name="file"; filename="a.log"', 'name="file"', 'filename="\u0000"', ''])
  const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: text/plain\r\n\r\n`
  const end = chance.happens(0.9) ? `\r\n--${boundary}--\r\n` : ''
  return Buffer.concat([Buffer.from(head), file, Buffer.from(end)])
}

function fileOf(chance: Chance): Buffer {
  const kind = chance.below(6)
  if (kind === 0)
    return Buffer.from(Array.from({ length: chance.one([0, 1, 1_000, 100_000]) }, () => chance.below(256)))
  if (kind === 1) return gzipSync('line\n'.repeat(1_000))
  if (kind === 2)
    return Buffer.from(
      chance.one([' ', '[', '\n', '\r', '2026-03-01T00:00:00Z']).repeat(chance.one([10, 32_000, 200_000])),
    )
  const lines = Array.from({ length: chance.one([1, 10, 6_000]) }, () => {
    const at = chance.happens(0.7) ? new Date().toISOString() : chance.one(hostileInstants)
    return `[${at}] ${chance.one(['INFO', 'warn', '[error]', ''])} ${chance.one(['[1]', '[99]', ''])} ${hostileText(chance).slice(0, 200)}`
  })
  return Buffer.from(lines.join(chance.one(['\n', '\r\n'])))
}

const wrongPath = (chance: Chance): string =>
  `/api/v1/uploads/${chance.one(['1', '999999999', '0', '-1', '1e3', '9'.repeat(30), ''])}.${'a'.repeat(chance.one([0, 1, 32, 400]))}`

/** Half a character cannot stand in an address. */
const printable = (text: string): string => text.replaceAll(/\p{Cs}/gu, '')
