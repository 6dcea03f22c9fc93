import type { Book } from '../book.ts'
import type { OcpiVersion } from '../checks/types.ts'
import type { Faults } from '../faults.ts'
import type { ClientInfo, Module, OcpiObject, Party } from '../objects.ts'
import type { Partner } from '../partner.ts'
import type { Results } from '../results.ts'
import type { Wallet } from '../wallet.ts'

/** What answers are made of. */
export interface Parts {
  party: Party
  versions: OcpiVersion[]
  book: Book
  wallet: Wallet
  faults: Faults
  results: Results
  partner: Partner
  clients: ClientInfo[]
  /** requests may be for the parties behind us */
  isHub: boolean
  /** the charging profile that each session follows, as the CPO said */
  profiles: Map<string, OcpiObject>
  /** objects a page at most */
  pageLimit: number
  /** the address of a path below /ocpi */
  urlOf: (path: string) => string
}

/** A request whose sender is known. */
export interface Incoming {
  method: string
  version: OcpiVersion
  module: Module
  /** what is below the module's address, decoded */
  path: string[]
  query: URLSearchParams
  body: unknown
}

export interface Reply {
  http: number
  code: number
  message?: string
  data?: unknown
  headers?: Record<string, string>
  problems?: string[]
}

export const done = (data?: unknown, http = 200): Reply => ({ http, code: 1000, data })

/** The request came through and says what cannot be: 2001, with the reasons. */
export const refused = (problems: string[], code = 2001): Reply => ({
  http: 200,
  code,
  message: problems.join('; '),
  problems,
})

export const notFound = (message: string, code = 2000): Reply => ({
  http: 404,
  code,
  message,
  problems: [message],
})

export const notAllowed = (method: string): Reply => ({
  http: 405,
  code: 2000,
  message: `${method} is not allowed here`,
  problems: [`${method} is not allowed here`],
})

/** A page of a list with the headers by which its reader finds the next one. */
export function pageOf(objects: OcpiObject[], { query }: Incoming, address: string, most: number): Reply {
  const from = timeOf(query.get('date_from'), Number.NEGATIVE_INFINITY)
  const to = timeOf(query.get('date_to'), Number.POSITIVE_INFINITY)
  const offset = Number(query.get('offset') ?? 0)
  const limit = Math.min(most, Number(query.get('limit') ?? most))
  const isWhole = Number.isSafeInteger(offset) && offset >= 0 && Number.isSafeInteger(limit) && limit > 0
  if (Number.isNaN(from) || Number.isNaN(to) || !isWhole) return refused(['the page cannot be read'])
  const fitting = objects.filter(({ last_updated }) => {
    const at = Date.parse(String(last_updated))
    return at >= from && at < to
  })
  const next = new URLSearchParams(query)
  next.set('offset', String(offset + limit))
  next.set('limit', String(limit))
  return {
    ...done(fitting.slice(offset, offset + limit)),
    headers: {
      'x-total-count': String(fitting.length),
      'x-limit': String(most),
      ...(offset + limit < fitting.length && { link: `<${address}?${next}>; rel="next"` }),
    },
  }
}

const timeOf = (text: string | null, otherwise: number): number =>
  text === null ? otherwise : Date.parse(`${text.replace(/Z$/, '')}Z`)
