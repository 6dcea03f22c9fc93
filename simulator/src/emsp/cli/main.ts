import { writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Emsp, startEmsp } from '../emsp.ts'
import type { Arrival } from '../objects.ts'
import type { PartnerState } from '../partner.ts'
import { doLine, fault } from './lines.ts'
import { type PartnerCliOptions, partnerOptions, usage } from './options.ts'

async function run(options: PartnerCliOptions): Promise<void> {
  const emsp = await open(options)
  const stop = async () => {
    await emsp.close()
    process.exit()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  for (const card of options.cards) emsp.wallet.put(card)
  for (const text of options.faults) fault(emsp, text.split(' '))
  if (options.register) {
    const { version } = await emsp.partner.register(options.register.url, options.register.token)
    say(`connected in ${version}`)
  }
  if (options.invite) say(JSON.stringify(emsp.partner.invite(), null, 2))
  if (options.once !== null) {
    say(await doLine(emsp, options.once))
    return stop()
  }
  say(`listening on ${emsp.versionsUrl}; help names what can be done`)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    if (line.trim() === 'quit') return stop()
    await doLine(emsp, line).then(say, (error: unknown) => say(textOf(error)))
  }
  // without a terminal it goes on until it is stopped
  if (process.stdin.isTTY) await stop()
}

async function open(options: PartnerCliOptions): Promise<Emsp> {
  const folder = resolve(options.folder)
  await mkdir(folder, { recursive: true })
  const kept = join(folder, 'agreed.json')
  const state = await stateIn(kept)
  return startEmsp({
    countryCode: options.countryCode,
    partyId: options.partyId,
    versions: options.versions,
    host: options.host,
    port: options.port,
    ...(options.publicUrl !== null && { publicUrl: options.publicUrl.replace(/\/+$/, '') }),
    file: join(folder, 'arrivals.jsonl'),
    ...(state && { state }),
    // it holds the tokens of both sides
    onChange: (now) => writeFileSync(kept, JSON.stringify(now), { mode: 0o600 }),
    ...(options.once === null && { onArrival: (arrival: Arrival) => say(lineOf(arrival)) }),
  })
}

async function stateIn(file: string): Promise<PartnerState | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as PartnerState)
}

/** A request as one line: what it was, what it got, and what was wrong with it. */
function lineOf({ at, method, path, http, code, problems, remarks, body }: Arrival): string {
  const answer = http === null ? 'no answer' : `HTTP ${http}, ${code}`
  const wrong = [...problems, ...remarks].map((text) => `\n  ${text}`).join('')
  const sent = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 300)}`
  return `${at} ${method} ${path}: ${answer}${sent}${wrong}`
}

function say(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`)
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

try {
  const options = partnerOptions(process.argv.slice(2))
  if (options.help) say(usage)
  else await run(options)
} catch (error) {
  process.stderr.write(`${textOf(error)}\n`)
  process.exit(2)
}
