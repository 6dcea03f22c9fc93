import 'reflect-metadata'
import { createPrivateKey, createPublicKey, randomBytes, type webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  Pkcs10CertificateRequest,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { DAY_MS, HOUR_MS } from '@stationmaster/units'

const validDays = 365
const leastRsaBits = 2048
const serialBytes = 16
const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

/** A station's certificate, with those between it and the root; PEM. */
export interface SignedCertificate {
  chain: string
  /** hexadecimal */
  serial: string
  notAfter: Date
}

/** Signs the certificates with which stations sign in (OCPP security profile 3; 2.0.1 part 2, A02). */
export class StationAuthority {
  private constructor(
    private readonly certificate: X509Certificate,
    private readonly signingKey: webcrypto.CryptoKey,
  ) {}

  /** Takes an authority's certificate and its key (RSA, or EC on a curve of the NIST's), PEM. */
  static async open({ cert, key }: { cert: string; key: string }): Promise<StationAuthority> {
    const own = createPrivateKey(key)
    const namedCurve = curves[own.asymmetricKeyDetails?.namedCurve ?? '']
    const algorithm = namedCurve
      ? { name: 'ECDSA', namedCurve }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const der = own.export({ type: 'pkcs8', format: 'der' })
    const imported = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign'])
    return new StationAuthority(new X509Certificate(cert), imported)
  }

  /** Why a request (PKCS#10, PEM) is not signed for a station that is known under these names; null: it can be. */
  async refusalOf(request: string, names: readonly string[]): Promise<string | null> {
    try {
      const read = new Pkcs10CertificateRequest(request)
      const { asymmetricKeyType: type, asymmetricKeyDetails } = createPublicKey({
        key: Buffer.from(read.publicKey.rawData),
        type: 'spki',
        format: 'der',
      })
      const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {}
      const strong = type === 'rsa' ? modulusLength >= leastRsaBits : type === 'ec' && namedCurve in curves
      if (!strong) return 'the key is too weak, or of a kind that is not taken'
      if (read.signatureAlgorithm.hash.name === 'SHA-1') return 'it is signed with SHA-1'
      if (!(await read.verify())) return 'its signature is not that of its key'
      const [name, ...more] = read.subjectName.getField('CN')
      if (name === undefined || more.length > 0 || !names.includes(name)) {
        return 'its common name is not the id or the serial number of the station'
      }
      return null
    } catch {
      return 'it cannot be read'
    }
  }

  /** Signs a request that is sound, for a station's id; its organization stays. */
  async sign(request: string, stationId: string, now: Date): Promise<SignedCertificate> {
    const { subjectName, publicKey } = new Pkcs10CertificateRequest(request)
    const issuer = this.certificate
    const organization = subjectName.getField('O').slice(0, 1)
    const wanted = now.getTime() + validDays * DAY_MS
    const serial = randomBytes(serialBytes)
    // a positive number that begins with no zeros
    serial[0] = (serial[0]! & 0x7f) | 0x40
    const signed = await X509CertificateGenerator.create({
      serialNumber: serial.toString('hex'),
      subject: new Name([{ CN: [stationId] }, ...organization.map((name) => ({ O: [name] }))]),
      issuer: issuer.subjectName,
      // a station's clock may be behind
      notBefore: new Date(now.getTime() - HOUR_MS),
      notAfter: new Date(Math.min(wanted, issuer.notAfter.getTime())),
      publicKey,
      signingKey: this.signingKey,
      signingAlgorithm: { name: this.signingKey.algorithm.name, hash: 'SHA-256' },
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
        await SubjectKeyIdentifierExtension.create(publicKey),
        await AuthorityKeyIdentifierExtension.create(issuer),
      ],
    })
    const between = (await issuer.isSelfSigned()) ? [] : [issuer]
    return {
      chain: [signed, ...between].map((one) => one.toString('pem')).join('\n'),
      serial: signed.serialNumber,
      notAfter: signed.notAfter,
    }
  }
}
