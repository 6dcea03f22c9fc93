import 'reflect-metadata'
import { X509Certificate as NodeCertificate } from 'node:crypto'
import { Pkcs10CertificateRequest, X509Certificates } from '@peculiar/x509'
import type { SignedCertificate } from '../../../stations/stations/connecting/authority.ts'

const bytesOf = (base64: string): Buffer => Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')

const certificatesIn = (pkcs7: string): NodeCertificate[] =>
  [...new X509Certificates(bytesOf(pkcs7))].map((one) => new NodeCertificate(Buffer.from(one.rawData)))

/**
 * What a provider has signed for a station's request, with the authorities between it and the root, which stations hold. Throws
 * where it is not for the key of the request, or does not end at the root that is wanted.
 */
export function signedChain(
  request: string,
  { signed, authorities }: { signed: string; authorities: string },
  root?: NodeCertificate,
): SignedCertificate {
  const key = Buffer.from(new Pkcs10CertificateRequest(request).publicKey.rawData)
  const ownKey = (one: NodeCertificate) => one.publicKey.export({ type: 'spki', format: 'der' }).equals(key)
  const found = [...certificatesIn(signed), ...certificatesIn(authorities)]
  const own = found.find(ownKey)
  if (!own) throw new Error('no certificate is for the key of the request')
  const chain = [own]
  for (let issuer = issuerOf(own, found); issuer && !chain.includes(issuer); issuer = issuerOf(issuer, found))
    chain.push(issuer)
  const top = chain.at(-1)
  if (root && !(top?.checkIssued(root) && top.verify(root.publicKey)))
    throw new Error('the chain does not end at the root that the station named')
  return {
    chain: chain.map((one) => one.toString().trim()).join('\n'),
    serial: own.serialNumber.toLowerCase(),
    notAfter: new Date(own.validTo),
  }
}

/** The issuer of a certificate, unless that is a root. */
const issuerOf = (one: NodeCertificate, found: readonly NodeCertificate[]): NodeCertificate | undefined =>
  found.find((other) => one.checkIssued(other) && !other.checkIssued(other) && one.verify(other.publicKey))
