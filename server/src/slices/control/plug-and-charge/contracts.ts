import { X509Certificate } from 'node:crypto'
import type { CertificateInQuestion, ContractProof, ContractVerdict, StationEvent } from '@stationmaster/ocpp'
import { findContractCard } from '../../charging/drivers/contracts/card-store.ts'
import { judge, judgeStandings, readChain, rooted, type Standing } from './checking/chain.ts'
import type { KeptRevocation } from './checking/revocation-store.ts'
import { type RevocationParts, Revocations } from './checking/revocations.ts'
import type { ContractProvider } from './providers/provider.ts'
import { listRootPems, type RootKind } from './roots/root-store.ts'

type Presented = Extract<StationEvent, { type: 'token.presented' }>

/** the most that a station may name in one message (2.0.1 part 2, C07) */
const hashesMost = 4

/** Finds out what stations' messages about contracts need that only others know, before they are decided on. */
export class Contracts {
  readonly #revocations: Revocations

  /** null: nobody makes contracts' certificates for cars at our stations, and signs what stations show to cars */
  get provider(): ContractProvider | null {
    return this.parts.provider
  }

  constructor(private readonly parts: RevocationParts & { provider: ContractProvider | null }) {
    this.#revocations = new Revocations(parts)
  }

  /** The event with what was found out; null where there is nothing to find out. Rejects only where the database is away. */
  complete(stationId: string, event: StationEvent): Promise<StationEvent> | null {
    switch (event.type) {
      case 'contract.requested':
        return this.#install(stationId, event)
      case 'certificate.inquired':
        return this.#inquire(event)
      case 'chain.inquired':
        return this.#inquireChain(event)
      case 'token.presented':
        return event.proof || isContract(event) ? this.#presented(event) : null
      case 'charging.started':
      case 'meter.sampled':
      case 'charging.ended':
        return isContract(event) ? this.#named(event) : null
      default:
        return null
    }
  }

  async #install(
    stationId: string,
    event: Extract<StationEvent, { type: 'contract.requested' }>,
  ): Promise<StationEvent> {
    const { provider, log } = this.parts
    if (!provider) return { ...event, exiResponse: null }
    const { schemaVersion, exiRequest } = event
    const exiResponse = await provider.install({ schemaVersion, exiRequest }).catch((error) => {
      log.warn({ err: error, stationId }, 'a car got no certificate of its contract')
      return null
    })
    return { ...event, exiResponse }
  }

  async #inquire(event: Extract<StationEvent, { type: 'certificate.inquired' }>): Promise<StationEvent> {
    const { response } = await this.#ofHashes(event.certificate, ['v2g', 'mo'])
    return { ...event, response }
  }

  /** Each certificate's responders are called for it alone, all certificates at once: one that is down takes nothing from the others. */
  async #inquireChain(event: Extract<StationEvent, { type: 'chain.inquired' }>): Promise<StationEvent> {
    const roots = await this.#roots(['v2g', 'mo', 'oem'])
    const states = await Promise.all(event.links.map((link) => this.#revocations.ofLink(link, roots)))
    return { ...event, states }
  }

  async #presented(event: Presented): Promise<StationEvent> {
    const named = await this.#named(event)
    if (!event.proof) return named
    return { ...named, verdict: await this.#verdict(event.proof, event.token.token) }
  }

  async #verdict({ chain, hashes }: ContractProof, contract: string): Promise<ContractVerdict> {
    const ofChain = chain === undefined ? 'Accepted' : await this.#ofChain(chain, contract)
    if (ofChain !== 'Accepted' || hashes === undefined) return ofChain
    if (hashes.length === 0 || hashes.length > hashesMost) return 'CertChainError'
    const known = await Promise.all(hashes.map((one) => this.#ofHashes(one, ['mo'])))
    return judgeStandings(known.map(standingOf))
  }

  async #ofChain(pem: string, contract: string): Promise<ContractVerdict> {
    const { clock } = this.parts
    const chain = readChain(pem)
    if (!chain) return 'CertChainError'
    const found = rooted(chain, contract, await this.#roots(['mo']))
    if (typeof found === 'string') return found
    const { certificates, root } = found
    const early = judge(found, [], clock.now())
    // no responder is called about what is over
    if (early !== 'Accepted') return early
    const known = await Promise.all(
      certificates.map((one, index) => this.#revocations.ofCertificate(one, certificates[index + 1] ?? root)),
    )
    return judge(found, known.map(standingOf), clock.now())
  }

  async #ofHashes(question: CertificateInQuestion, kinds: readonly RootKind[]) {
    return this.#revocations.of(question, await this.#roots(kinds))
  }

  async #roots(kinds: readonly RootKind[]): Promise<X509Certificate[]> {
    const pems = await Promise.all(kinds.map((kind) => listRootPems(this.parts.db, kind)))
    return pems.flat().map((pem) => new X509Certificate(pem))
  }

  /** The event with the contract named as its card is: with or without hyphens and check digit, it is the same. */
  async #named<E extends StationEvent & { token?: { token: string; type: string } }>(event: E): Promise<E> {
    const { token } = event
    if (token?.type !== contractType) return event
    const card = await findContractCard(this.parts.db, token.token)
    return card === undefined ? event : { ...event, token: { ...token, token: card } }
  }
}

/** IdTokenType of contracts */
const contractType = 'eMAID'

const isContract = ({ token }: { token?: { type: string } }): boolean => token?.type === contractType

const standingOf = (known: KeptRevocation | undefined): Standing =>
  known === undefined ? 'none' : known.status === 'unavailable' ? 'unknown' : known.status
