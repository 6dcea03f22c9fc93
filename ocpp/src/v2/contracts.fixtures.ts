import fc from 'fast-check'
import type { IdToken, StationEvent } from '../station-event.ts'

export const verdict = fc.constantFrom(
  ...(['Accepted', 'SignatureError', 'CertificateExpired', 'CertificateRevoked'] as const),
  ...(['NoCertificateAvailable', 'CertChainError', 'ContractCancelled'] as const),
)

/** What stations say of cars' contracts and of certificates. */
export function contractEvents(
  token: fc.Arbitrary<IdToken>,
  name: (most: number) => fc.Arbitrary<string>,
): fc.Arbitrary<StationEvent>[] {
  const questionOf = fc.record({
    hashAlgorithm: fc.constantFrom('SHA256', 'SHA384', 'SHA512'),
    issuerNameHash: name(128),
    issuerKeyHash: name(128),
    serialNumber: name(40),
    responderUrl: name(512),
  })
  return [
    fc.record(
      {
        type: fc.constant('token.presented' as const),
        token,
        proof: fc
          .record(
            { chain: name(5500), hashes: fc.array(questionOf, { minLength: 1, maxLength: 4 }) },
            { requiredKeys: [] },
          )
          .filter(({ chain, hashes }) => chain !== undefined || hashes !== undefined),
      },
      { requiredKeys: ['type', 'token'] },
    ),
    fc.record({
      type: fc.constant('certificate.requested' as const),
      request: name(5500),
      forCars: fc.constantFrom(null, 2 as const),
    }),
    fc.record({
      type: fc.constant('contract.requested' as const),
      schemaVersion: name(50),
      update: fc.boolean(),
      exiRequest: name(5600),
    }),
    fc.record({ type: fc.constant('certificate.inquired' as const), certificate: questionOf }),
  ]
}

/** What stations of 2.1 say of certificates beside that. */
export function certificates21(name: (most: number) => fc.Arbitrary<string>): fc.Arbitrary<StationEvent>[] {
  const hashes = {
    hashAlgorithm: fc.constantFrom('SHA256', 'SHA384', 'SHA512'),
    issuerNameHash: name(128),
    issuerKeyHash: name(128),
    serialNumber: name(40),
  }
  const link = fc.record({
    ...hashes,
    source: fc.constantFrom('OCSP' as const, 'CRL' as const),
    urls: fc.array(name(2000), { minLength: 1, maxLength: 5 }),
  })
  return [
    fc.record({
      type: fc.constant('chain.inquired' as const),
      links: fc.array(link, { minLength: 1, maxLength: 4 }),
    }),
    fc.record(
      {
        type: fc.constant('certificate.requested' as const),
        request: name(5500),
        forCars: fc.constantFrom(null, 2 as const, 20 as const),
        requestId: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        root: fc.record(hashes),
      },
      { requiredKeys: ['type', 'request', 'forCars'] },
    ),
  ]
}
