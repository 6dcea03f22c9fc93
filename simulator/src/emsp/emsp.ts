import { type Journal, openJournal, requestsIn, takeAgain } from './answers/journal.ts'
import type { Parts } from './answers/reply.ts'
import { Answers } from './answers/server.ts'
import { Book, keyOf } from './book.ts'
import { CpoCalls } from './calls.ts'
import type { OcpiVersion } from './checks/types.ts'
import { Faults } from './faults.ts'
import { Listener } from './http/listener.ts'
import type { Arrival, CdrObject, LocationObject, OcpiObject, Party, SessionObject } from './objects.ts'
import { Partner, type PartnerState } from './partner.ts'
import { Results } from './results.ts'
import { Wallet } from './wallet.ts'
import { Watch } from './watch.ts'

export interface EmspOptions {
  countryCode?: string
  partyId?: string
  name?: string
  /** it is a hub, with parties behind it whose drivers have the tokens */
  hub?: boolean
  /** what it offers and asks for; the newest that both have is taken */
  versions?: OcpiVersion[]
  host?: string
  /** 0 takes a free one */
  port?: number
  /** where others reach it, without a path; the address on which it listens if not given */
  publicUrl?: string
  /** objects a page at most */
  pageLimit?: number
  /** how long its own calls wait for an answer */
  timeoutMs?: number
  now?: () => Date
  /** a file to which each request is appended as a line of JSON; what earlier runs took by those that are in it is there again */
  file?: string
  /** so many of the last requests it keeps in memory; all if not given */
  arrivalsMost?: number
  onArrival?: (arrival: Arrival) => void
  /** what was agreed in an earlier run */
  state?: PartnerState
  /** called with what a later run needs, each time it changes */
  onChange?: (state: PartnerState) => void
}

/** An eMSP that speaks OCPI with one CPO: it takes what is pushed, answers about its drivers' tokens and sends commands. */
export class Emsp {
  readonly party: Party
  readonly book: Book
  readonly faults = new Faults()
  readonly wallet: Wallet
  readonly partner: Partner
  /** what it asks of the CPO */
  readonly cpo: CpoCalls
  /** the charging profile that each session follows, as the CPO said */
  readonly profiles = new Map<string, OcpiObject>()
  readonly #watch = new Watch()
  readonly #listener: Listener
  readonly #answers: Answers
  readonly #publicUrl: string | undefined
  readonly #host: string
  readonly #journal: Journal

  constructor(options: EmspOptions) {
    const { countryCode = 'DE', partyId = 'EMP', versions = ['2.2.1', '2.3.0'], timeoutMs = 30_000 } = options
    const now = options.now ?? (() => new Date())
    this.party = { countryCode, partyId }
    this.book = new Book(options.arrivalsMost)
    this.#publicUrl = options.publicUrl
    this.#host = options.host ?? '127.0.0.1'
    this.wallet = new Wallet(this.party, now)
    this.partner = new Partner({
      party: this.party,
      name: options.name ?? 'Example eMSP',
      isHub: options.hub ?? false,
      behind: () => parts.clients,
      versions,
      timeoutMs,
      faults: this.faults,
      versionsUrl: () => this.versionsUrl,
      ...(options.state && { state: options.state }),
      ...(options.onChange && { onChange: options.onChange }),
    })
    const parts: Parts = {
      party: this.party,
      versions,
      book: this.book,
      wallet: this.wallet,
      faults: this.faults,
      results: new Results(this.#watch),
      partner: this.partner,
      clients: [],
      isHub: options.hub ?? false,
      profiles: this.profiles,
      pageLimit: options.pageLimit ?? 50,
      urlOf: (path) => this.#urlOf(path),
    }
    this.cpo = new CpoCalls(parts, now)
    for (const arrival of requestsIn(options.file)) takeAgain(parts, arrival)
    const journal = openJournal(options.file)
    this.#journal = journal
    this.#answers = new Answers({
      parts,
      now,
      onArrival: (arrival) => {
        journal.write(arrival)
        options.onArrival?.(arrival)
        this.#watch.changed()
      },
    })
    this.#listener = new Listener(this.#host, options.port ?? 0, (request, response) => {
      // a request that is cut off or too long gets no answer
      this.#answers.handle(request, response).catch(() => response.destroy())
    })
  }

  get versionsUrl(): string {
    return this.#urlOf('versions')
  }

  location(id: string): LocationObject | undefined {
    return this.book.locations.get(this.#keyOf(id))
  }

  session(id: string): SessionObject | undefined {
    return this.book.sessions.get(this.#keyOf(id))
  }

  cdr(id: string): CdrObject | undefined {
    return this.book.cdrs.get(this.#keyOf(id))
  }

  /** The CDRs of a session, credits too. */
  cdrsOf(sessionId: string): CdrObject[] {
    return [...this.book.cdrs.values()].filter(({ session_id }) => session_id === sessionId)
  }

  /** What `find` gives, as soon as something that came in makes it give something; throws after a minute, or the time that is given. */
  until<T>(find: () => T | undefined, what?: string, timeoutMs?: number): Promise<T> {
    return this.#watch.until(find, timeoutMs, what)
  }

  /** Refuses connections until it is back. */
  goAway(): Promise<void> {
    return this.#listener.close()
  }

  /** Takes connections again, on the same port. */
  async comeBack(): Promise<void> {
    await this.#listener.open()
  }

  async close(): Promise<void> {
    this.#answers.release()
    await this.#listener.close()
    this.#journal.close()
  }

  #urlOf(path: string): string {
    return `${this.#publicUrl ?? `http://${this.#host}:${this.#listener.port}`}/ocpi/${path}`
  }

  #keyOf(id: string): string {
    const { countryCode, partyId } = this.partner.party()
    return keyOf(countryCode, partyId, id)
  }
}

/** Starts an eMSP on a port of its own. */
export async function startEmsp(options: EmspOptions = {}): Promise<Emsp> {
  const emsp = new Emsp(options)
  await emsp.comeBack()
  return emsp
}
