import type { KeyObject, X509Certificate } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Authority, type CertificateOrder, drawKeys, readRequest } from './authority.ts'
import { type AnswerFault, answerRequest, certificatesOnly } from './responder.ts'

const dayMs = 86_400_000
const bytesMost = 100_000

/** A contract of a car: its certificate with those between it and the root, the contract's first, and its key. */
export interface Contract {
  /** eMAID */
  id: string
  chain: X509Certificate[]
  privateKey: KeyObject
}

/** What a car says when it wants its contract. Cars write EXI; the trial writes JSON in base64, which nobody on the way reads. */
interface InstallationRequest {
  /** the name in the car's own certificate */
  provisioningId: string
}

type RootName = 'v2g' | 'mo' | 'oem'

export interface PkiOptions {
  now?: () => Date
  port?: number
  /** the bearer that callers of the provider have to send; absent: none */
  token?: string
}

/**
 * Everything of ISO 15118 that is neither station nor car nor central system, for trials: the roots of stations (V2G), contracts (MO)
 * and cars (OEM) with their authorities, the responder (OCSP), and the contract provider with the paths of OPCP.
 */
export class SandboxPki {
  readonly v2gRoot: Authority
  readonly moRoot: Authority
  readonly oemRoot: Authority
  readonly url: string
  /** how the responder misbehaves; down: it cuts the connection, silent: it never answers */
  fault: AnswerFault | 'down' | 'silent' | null = null
  /** what the responder and the provider were called for, in order */
  readonly calls: string[] = []
  private readonly stationAuthority: Authority
  private readonly contractAuthority: Authority
  private readonly stranger: Authority
  private readonly contracts = new Map<string, Contract>()

  private constructor(
    private readonly server: Server,
    private readonly now: () => Date,
    private readonly token: string | null,
  ) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const from = new Date(now().getTime() - dayMs)
    const root = (name: string) => Authority.root(name, from, this.after(3650))
    this.v2gRoot = root('Trial V2G Root')
    this.moRoot = root('Trial MO Root')
    this.oemRoot = root('Trial OEM Root')
    this.stranger = root('Stranger')
    const below = (authority: Authority, commonName: string) =>
      authority.below({ commonName, from, until: this.after(1825), responderUrl: `${this.url}/ocsp` })
    this.stationAuthority = below(below(this.v2gRoot, 'Trial CPO Sub 1'), 'Trial CPO Sub 2')
    this.contractAuthority = below(below(this.moRoot, 'Trial MO Sub 1'), 'Trial MO Sub 2')
  }

  static async open({ now = () => new Date(), port = 0, token }: PkiOptions = {}): Promise<SandboxPki> {
    const server = createServer()
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    const pki = new SandboxPki(server, now, token ?? null)
    server.on('request', (request, response) => {
      pki
        .answer(request)
        .then((answer) => {
          if (answer === 'silent') return
          if (answer === 'down') return void request.socket.destroy()
          response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain' })
          response.end(answer.body)
        })
        .catch(() => response.writeHead(400).end())
    })
    return pki
  }

  private after(days: number): Date {
    return new Date(this.now().getTime() + days * dayMs)
  }

  /** Makes a contract; it holds for two years, or until `until`. */
  contract(id: string, { until = this.after(730), responder = true } = {}): Contract {
    const { publicKey, privateKey } = drawKeys()
    const order: CertificateOrder = {
      // hyphens are for people
      commonName: id.replaceAll('-', '').toUpperCase(),
      publicKey,
      from: new Date(Math.min(this.now().getTime(), until.getTime()) - dayMs),
      until,
      authority: false,
      ...(responder ? { responderUrl: `${this.url}/ocsp` } : {}),
    }
    const chain = [this.contractAuthority.issue(order), ...this.contractAuthority.chain()]
    return { id, chain, privateKey }
  }

  /** Makes a contract that the car with this name gets when it asks for it. */
  offer(provisioningId: string, contract: Contract): void {
    this.contracts.set(provisioningId, contract)
  }

  revoke(contract: Contract): void {
    const [own] = contract.chain
    if (own) this.contractAuthority.revoke(own)
  }

  private async answer(
    request: IncomingMessage,
  ): Promise<'silent' | 'down' | { status: number; type?: string; body?: string | Buffer }> {
    const body = await bodyOf(request)
    this.calls.push(request.url ?? '')
    if (request.url === '/ocsp') {
      const { fault } = this
      if (fault === 'silent' || fault === 'down') return fault
      const answering = { authorities: this.authorities(), now: this.now(), stranger: this.stranger, fault }
      return { status: 200, type: 'application/ocsp-response', body: answerRequest(body, answering) }
    }
    const root = /^\/roots\/(v2g|mo|oem)\.pem$/.exec(request.url ?? '')?.[1]
    if (root) return { status: 200, type: 'application/x-pem-file', body: this.rootPem(root as RootName) }
    if (this.token !== null && request.headers.authorization !== `Bearer ${this.token}`)
      return { status: 401 }
    switch (request.url) {
      case '/v1/ccp/signedContractData':
        return this.install(body)
      case '/.well-known/cpo/simpleenroll':
        return pkcs7([this.enroll(body)])
      case '/.well-known/cpo/cacerts':
        return pkcs7([...this.stationAuthority.chain(), this.v2gRoot.certificate])
      default:
        return { status: 404 }
    }
  }

  private rootPem(name: RootName): string {
    return { v2g: this.v2gRoot, mo: this.moRoot, oem: this.oemRoot }[name].certificate.toString()
  }

  private authorities(): Authority[] {
    const { stationAuthority, contractAuthority } = this
    return [stationAuthority, contractAuthority].flatMap((lowest) => {
      const above = lowest.issuer
      return above ? [lowest, above, ...(above.issuer ? [above.issuer] : [])] : [lowest]
    })
  }

  private enroll(body: Buffer): X509Certificate {
    const { commonName, publicKey } = readRequest(Buffer.from(body.toString('latin1'), 'base64'))
    const from = this.now()
    return this.stationAuthority.issue({
      commonName,
      publicKey,
      from: new Date(from.getTime() - dayMs),
      until: this.after(60),
      authority: false,
      responderUrl: `${this.url}/ocsp`,
    })
  }

  private install(body: Buffer) {
    const { certificateInstallationReq } = JSON.parse(body.toString()) as {
      certificateInstallationReq: string
    }
    const { provisioningId } = decoded<InstallationRequest>(certificateInstallationReq)
    const contract = this.contracts.get(provisioningId)
    if (!contract) return { status: 404 }
    const certificateInstallationRes = encoded(contractData(contract))
    const messageDef = { emaid: contract.id, certificateInstallationRes }
    return {
      status: 200,
      type: 'application/json',
      body: JSON.stringify({ CCPResponse: { emaidContent: [{ messageDef }] } }),
    }
  }

  /** Cuts what is under way. */
  cut(): void {
    this.server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }
}

/** A contract as a car takes it from the trial's answer. */
export interface ContractData {
  contract: string
  /** PEM, the contract's first */
  chain: string
}

const contractData = ({ id, chain }: Contract): ContractData => ({ contract: id, chain: pemOf(chain) })

export const pemOf = (chain: readonly X509Certificate[]): string =>
  chain.map((one) => one.toString().trim()).join('\n')

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')
const decoded = <T>(text: string): T => JSON.parse(Buffer.from(text, 'base64').toString()) as T

/** What a car writes that wants its contract, and what it reads of the answer. */
export const installationRequest = (provisioningId: string): string => encoded({ provisioningId })
export const installedContract = (exiResponse: string): ContractData => decoded<ContractData>(exiResponse)

const pkcs7 = (certificates: readonly X509Certificate[]) => ({
  status: 200,
  type: 'application/pkcs7-mime',
  body: certificatesOnly(certificates).toString('base64'),
})

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bytesMost) throw new RangeError('too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
