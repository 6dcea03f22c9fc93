import { X509Certificate } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { LiveSignal } from '@stationmaster/contract'
import type { CentralLink, CertificateHashes, StationCall, StationEvent } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { SignedCertificate, StationAuthority } from '../../../stations/stations/connecting/authority.ts'
import {
  insertCertificate,
  listStationNames,
  updateCertificate,
} from '../../../stations/stations/connecting/certificate-store.ts'
import { isNamedBy } from '../../plug-and-charge/checking/ocsp.ts'
import type { ContractProvider } from '../../plug-and-charge/providers/provider.ts'
import { listRootPems } from '../../plug-and-charge/roots/root-store.ts'
import type { Intake } from '../intake.ts'

type CertificateRequested = Extract<StationEvent, { type: 'certificate.requested' }>

/** Answers stations that request a certificate of their own, and sends it where the request is valid. */
export class Signing {
  constructor(
    private readonly parts: {
      db: Db
      clock: Clock
      log: FastifyBaseLogger
      intake: Intake
      /** null: nothing is signed here */
      authority: Promise<StationAuthority> | null
      /** null: nobody signs what stations show to cars */
      provider: ContractProvider | null
      publish(signal: LiveSignal): void
    },
  ) {}

  /** Resolves with the answer's frame; an accepted request is signed, and the certificate sent, after the answer has left. */
  async take(call: StationCall, event: CertificateRequested, locationId: number): Promise<string> {
    const { intake, log } = this.parts
    const authority = await this.parts.authority
    const { link } = call
    const refusal = await this.refusalOf(authority, event, link.stationId)
    const answer = await intake.take(call, { ...event, refusal })
    if (refusal === null) {
      this.send(authority, event, link, locationId).catch((error) =>
        log.error({ err: error, stationId: link.stationId }, 'a certificate could not be signed'),
      )
    } else log.warn({ stationId: link.stationId, refusal }, 'a certificate was not signed')
    return answer
  }

  private async refusalOf(
    authority: StationAuthority | null,
    { request, forCars, root }: CertificateRequested,
    stationId: string,
  ): Promise<string | null> {
    if (forCars !== null) {
      if (!this.parts.provider) return 'nobody signs here what stations show to cars'
      return root && !(await this.rootOf(root)) ? 'the root that it names is none of ours for stations' : null
    }
    if (!authority) return 'no authority stands behind this server'
    return authority.refusalOf(request, await listStationNames(this.parts.db, stationId))
  }

  private async send(
    authority: StationAuthority | null,
    { request, forCars, root, requestId }: CertificateRequested,
    link: CentralLink,
    locationId: number,
  ): Promise<void> {
    const { db, clock, publish } = this.parts
    const { stationId } = link
    await turn()
    const signed =
      forCars === null
        ? await authority?.sign(request, stationId, clock.now())
        : await this.enroll(request, root)
    if (!signed) return
    const id = await insertCertificate(db, stationId, { ...signed, forCars }, clock.now())
    const outcome = await link.command({
      type: 'certificate_signed',
      chain: signed.chain,
      ...(forCars === null ? {} : { forCars }),
      ...(requestId === undefined ? {} : { requestId }),
    })
    await updateCertificate(db, id, outcome.kind === 'answered' ? outcome.status : outcome.kind)
    publish({ topic: 'station', id: stationId, locationId })
  }

  /** Has a certificate signed that the station shows to cars; `root`: at which it is to end. */
  private async enroll(request: string, root?: CertificateHashes): Promise<SignedCertificate | undefined> {
    const { provider } = this.parts
    if (!provider) return undefined
    const [signed, authorities] = await Promise.all([provider.enroll(request), provider.authorities()])
    const { signedChain } = await import('../../plug-and-charge/providers/signed-chain.ts')
    return signedChain(request, { signed, authorities }, root && (await this.rootOf(root)))
  }

  /** The root for stations that hashes name; undefined: it is none of ours. */
  private async rootOf(hashes: CertificateHashes): Promise<X509Certificate | undefined> {
    const roots = (await listRootPems(this.parts.db, 'v2g')).map((pem) => new X509Certificate(pem))
    return roots.find((root) => isNamedBy(root, root, hashes))
  }
}

/** The authority that signs stations' certificates; what reads certificates is loaded where there is one. */
export async function openAuthority(own: { cert: string; key: string }): Promise<StationAuthority> {
  const { StationAuthority } = await import('../../../stations/stations/connecting/authority.ts')
  return StationAuthority.open(own)
}
