import { parseArgs } from 'node:util'
import type { OcpiVersion } from '../checks/types.ts'
import { type Allowed, allowances } from '../wallet.ts'

/** The options of the command line. */
export interface PartnerCliOptions {
  help: boolean
  host: string
  port: number
  publicUrl: string | null
  countryCode: string
  partyId: string
  versions: OcpiVersion[]
  folder: string
  register: { url: string; token: string } | null
  invite: boolean
  cards: { uid: string; allowed: Allowed }[]
  faults: string[]
  /** a line that is done once, then the program ends */
  once: string | null
}

export const usage = `An eMSP that speaks OCPI 2.2.1 and 2.3.0, to try a CPO with.

  npm run ocpi-partner -- --url http://127.0.0.1:8080/ocpi/versions --token-a TOKEN

  --url URL            versions address of the CPO to register with
  --token-a TOKEN      the token that the CPO gave for that
  --invite             let the CPO register instead: prints a token and our versions address
  --cards A,B=BLOCKED  the drivers' tokens, each with its answer: ALLOWED, BLOCKED, EXPIRED, NO_CREDIT or
                       NOT_ALLOWED (EMSP-CARD-1)
  --country CC         our country (DE)
  --party ID           our party id (EMP)
  --versions V,V       what we speak (2.2.1,2.3.0)
  --host H             listen on this address (127.0.0.1)
  --port N             and this port (8095)
  --public-url URL     where the CPO reaches us, without a path (http://HOST:PORT)
  --folder F           keep what was agreed and every request there (./data/ocpi-partner)
  --fault KIND[=N]     begin with a fault; may be given several times (the line help names them)

Once, and then end:
  --start LOCATION/EVSE[/CONNECTOR] --token UID
  --stop SESSION
  --pull MODULE        locations, tariffs, sessions or cdrs

Without one of these it prints what arrives and reads lines; the line help names them.
`

/** Reads the command line; throws an Error with one clear line for a bad value. */
export function partnerOptions(args: string[]): PartnerCliOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      url: { type: 'string' },
      'token-a': { type: 'string' },
      invite: { type: 'boolean', default: false },
      cards: { type: 'string', default: 'EMSP-CARD-1' },
      country: { type: 'string', default: 'DE' },
      party: { type: 'string', default: 'EMP' },
      versions: { type: 'string', default: '2.2.1,2.3.0' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8095' },
      'public-url': { type: 'string' },
      folder: { type: 'string', default: './data/ocpi-partner' },
      fault: { type: 'string', multiple: true, default: [] },
      start: { type: 'string' },
      token: { type: 'string' },
      stop: { type: 'string' },
      pull: { type: 'string' },
    },
  })
  const { url, 'token-a': tokenA } = values
  if ((url === undefined) !== (tokenA === undefined)) throw new Error('--url and --token-a go together')
  return {
    help: values.help,
    host: values.host,
    port: portOf(values.port),
    publicUrl: values['public-url'] ?? null,
    countryCode: matching('--country', values.country, /^[A-Z]{2}$/, 'two capital letters'),
    partyId: matching('--party', values.party, /^[A-Z0-9]{3}$/, 'three capital letters or digits'),
    versions: values.versions.split(',').map(versionOf),
    folder: values.folder,
    register: url !== undefined && tokenA !== undefined ? { url, token: tokenA } : null,
    invite: values.invite,
    cards: values.cards.split(',').filter(Boolean).map(cardOf),
    faults: values.fault.map((text) => text.replace('=', ' ')),
    once: onceOf(values),
  }
}

function onceOf({
  start,
  token,
  stop,
  pull,
}: {
  start?: string
  token?: string
  stop?: string
  pull?: string
}) {
  if (start !== undefined) {
    if (token === undefined) throw new Error('--start needs the driver’s card: --token UID')
    return `start ${start} ${token}`
  }
  if (stop !== undefined) return `stop ${stop}`
  return pull === undefined ? null : `pull ${pull}`
}

/** A card and what is answered about it: UID or UID=ANSWER. */
export function cardOf(text: string): { uid: string; allowed: Allowed } {
  const [uid = '', answer = 'ALLOWED'] = text.split('=')
  const allowed = allowances.find((one) => one === answer)
  if (uid === '' || !allowed) throw new Error(`a card is UID or UID=${allowances.join('|')}, not ${text}`)
  return { uid, allowed }
}

function versionOf(text: string): OcpiVersion {
  if (text === '2.2.1' || text === '2.3.0') return text
  throw new Error(`the version is 2.2.1 or 2.3.0, not ${text}`)
}

function portOf(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`--port is a whole number from 0 to 65535, not ${text}`)
}

function matching(name: string, text: string, pattern: RegExp, what: string): string {
  if (pattern.test(text)) return text
  throw new Error(`${name} is ${what}, not ${text}`)
}
