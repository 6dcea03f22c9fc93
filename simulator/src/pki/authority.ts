import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { bits, der, ecdsa, integer, nameOf, oid, partsOf } from './der.ts'

/** What a certificate is for, and how long it holds. */
export interface CertificateOrder {
  commonName: string
  publicKey: KeyObject
  from: Date
  until: Date
  /** an authority signs certificates itself */
  authority: boolean
  /** where its responder is; absent: nobody knows of its revocation */
  responderUrl?: string
  /** it signs a responder's answers */
  signsAnswers?: boolean
}

/** Keys on P-256, as ISO 15118-2 has them. */
export const drawKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** An authority of a trial: a certificate, its key, and what it has issued. */
export class Authority {
  readonly certificate: X509Certificate
  private readonly issued = new Map<string, 'good' | 'revoked'>()

  private constructor(
    order: Omit<CertificateOrder, 'publicKey' | 'authority'>,
    private readonly keys: { publicKey: KeyObject; privateKey: KeyObject },
    /** null: it is a root */
    readonly issuer: Authority | null,
  ) {
    const own = { ...order, publicKey: keys.publicKey, authority: true }
    this.certificate = issuer ? issuer.issue(own) : this.issue(own, order.commonName)
  }

  static root(commonName: string, from: Date, until: Date): Authority {
    return new Authority({ commonName, from, until }, drawKeys(), null)
  }

  /** An authority below this one. */
  below(order: Omit<CertificateOrder, 'publicKey' | 'authority'>): Authority {
    return new Authority(order, drawKeys(), this)
  }

  /** Signs a certificate. `issuerName`: its own, while it has no certificate yet. */
  issue(order: CertificateOrder, issuerName = commonNameOf(this.certificate)): X509Certificate {
    // a positive number that begins with no zeros
    const serial = `4${randomBytes(8).toString('hex').slice(1)}`
    const content = der(
      0x30,
      der(0xa0, integer('02')),
      integer(serial),
      ecdsa,
      nameOf(issuerName),
      der(0x30, utcTime(order.from), utcTime(order.until)),
      nameOf(order.commonName),
      order.publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, der(0x30, ...extensionsOf(order))),
    )
    this.issued.set(serial, 'good')
    return new X509Certificate(der(0x30, content, ecdsa, bits(this.sign(content))))
  }

  revoke({ serialNumber }: Pick<X509Certificate, 'serialNumber'>): void {
    this.issued.set(serialNumber.toLowerCase(), 'revoked')
  }

  /** How a certificate of this authority stands. */
  standingOf(serial: string): 'good' | 'revoked' | 'unknown' {
    return this.issued.get(serial.toLowerCase().replace(/^0+/, '')) ?? 'unknown'
  }

  sign(content: Buffer): Buffer {
    return sign('sha256', content, this.keys.privateKey)
  }

  /** This authority and those above it, without the root; the lowest first. */
  chain(): X509Certificate[] {
    return this.issuer ? [this.certificate, ...this.issuer.chain()] : []
  }
}

const commonNameOf = ({ subject }: X509Certificate): string => /^CN=(.+)$/m.exec(subject)?.[1] ?? ''

const utcTime = (at: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .slice(2)
        .replaceAll(/[-:T]|\.\d+/g, ''),
    ),
  )

function extensionsOf({ authority, responderUrl, signsAnswers = false }: CertificateOrder): Buffer[] {
  const yes = Buffer.from('0101ff', 'hex')
  const extension = (id: string, value: Buffer, critical = false) =>
    der(0x30, oid(id), ...(critical ? [yes] : []), der(0x04, value))
  return [
    extension('551d13', authority ? der(0x30, yes) : der(0x30), true),
    extension('551d0f', Buffer.from(authority ? '03020106' : '03020780', 'hex'), true),
    ...(signsAnswers ? [extension('551d25', der(0x30, oid('2b06010505070309')))] : []),
    ...(responderUrl === undefined
      ? []
      : [
          extension(
            '2b06010505070101',
            der(0x30, der(0x30, oid('2b06010505073001'), der(0x86, Buffer.from(responderUrl)))),
          ),
        ]),
  ]
}

/** The key of a request (PKCS#10, DER) and the common name that it asks for. */
export function readRequest(request: Buffer) {
  const [content] = partsOf(request)
  const [, name, key] = partsOf(content ?? Buffer.alloc(0))
  const [first] = partsOf(name ?? Buffer.alloc(0))
  const [attribute] = partsOf(first ?? Buffer.alloc(0))
  const [, text] = partsOf(attribute ?? Buffer.alloc(0))
  return {
    commonName: text?.subarray(2).toString() ?? '',
    publicKey: createPublicKey({ key: key ?? Buffer.alloc(0), type: 'spki', format: 'der' }),
  }
}

/** A PKCS#10 request of a P-256 key for a common name, PEM (RFC 2986). */
export function signingRequest(commonName: string, publicKey: KeyObject, privateKey: KeyObject): string {
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, Buffer.from('020100', 'hex'), nameOf(commonName), key, der(0xa0))
  const text = der(0x30, content, ecdsa, bits(sign('sha256', content, privateKey)))
  const lines = text.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`
}
