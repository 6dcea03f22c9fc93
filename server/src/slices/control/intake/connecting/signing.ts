import { setImmediate as turn } from 'node:timers/promises'
import type { LiveSignal } from '@stationmaster/contract'
import type { CentralLink, StationCall, StationEvent } from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { StationAuthority } from '../../../stations/stations/connecting/authority.ts'
import {
  insertCertificate,
  listStationNames,
  updateCertificate,
} from '../../../stations/stations/connecting/certificate-store.ts'
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
    if (authority && refusal === null) {
      this.send(authority, event.request, link, locationId).catch((error) =>
        log.error({ err: error, stationId: link.stationId }, 'a certificate could not be signed'),
      )
    } else log.warn({ stationId: link.stationId, refusal }, 'a certificate was not signed')
    return answer
  }

  private async refusalOf(
    authority: StationAuthority | null,
    { request, forCars }: CertificateRequested,
    stationId: string,
  ): Promise<string | null> {
    if (!authority) return 'no authority stands behind this server'
    if (forCars) return 'certificates for cars are not signed here'
    return authority.refusalOf(request, await listStationNames(this.parts.db, stationId))
  }

  private async send(
    authority: StationAuthority,
    request: string,
    link: CentralLink,
    locationId: number,
  ): Promise<void> {
    const { db, clock, publish } = this.parts
    const { stationId } = link
    await turn()
    const signed = await authority.sign(request, stationId, clock.now())
    const id = await insertCertificate(db, stationId, signed, clock.now())
    const outcome = await link.command({ type: 'certificate_signed', chain: signed.chain })
    await updateCertificate(db, id, outcome.kind === 'answered' ? outcome.status : outcome.kind)
    publish({ topic: 'station', id: stationId, locationId })
  }
}
