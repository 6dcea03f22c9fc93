import type { Connection, ErrorAnswer, Invitation, RoamingPartner } from '@stationmaster/contract'
import type { Database } from '../../platform/database/database.ts'
import { type Answer, Office } from '../world/office.ts'
import { SmallPartner } from './small-partner.ts'

/** A back office that listens, and that partners reach as DE*STM. */
export class RoamingWorld {
  readonly #partners: SmallPartner[] = []

  private constructor(readonly office: Office) {}

  /** With its jobs, which look at what has changed each minute, where a test does not look itself. */
  static async open(
    database: Database,
    env: Record<string, string> = {},
    { jobs = true } = {},
  ): Promise<RoamingWorld> {
    const office = await Office.open(database, env, { jobs })
    await office.app.listen({ port: 0, host: '127.0.0.1' })
    const address = office.app.server.address()
    if (address && typeof address === 'object') office.parts.addresses.port = address.port
    const world = new RoamingWorld(office)
    await world.call('PUT', 'roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Stationmaster' })
    return world
  }

  async close(): Promise<void> {
    for (const partner of this.#partners) await partner.close()
    await this.office.close()
  }

  get versionsUrl(): string {
    return `${this.office.parts.addresses.base}/ocpi/versions`
  }

  /** Calls the API as an administrator. */
  call<T = ErrorAnswer>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    body?: unknown,
  ): Promise<Answer<T>> {
    return this.office.call<T>('administrator', method, path, body)
  }

  /** A partner, as a party of its own where none is named. */
  async aPartner(party = `E${String(this.#partners.length).padStart(2, '0')}`): Promise<SmallPartner> {
    const partner = await SmallPartner.open(party)
    this.#partners.push(partner)
    return partner
  }

  async invite(name: string): Promise<Invitation> {
    return (await this.call<Invitation>('POST', 'roaming/partners', { name })).body
  }

  /** A partner that we have invited and that has registered. */
  async connected(party: string, version = '2.3.0'): Promise<{ partner: SmallPartner; id: number }> {
    const partner = await this.aPartner(party)
    const { token, versions_url: url, partner: invited } = await this.invite(`Cards of ${party}`)
    partner.ours = token
    const answer = await partner.register(url, version)
    if (answer.body.status_code !== 1000) throw new Error(JSON.stringify(answer.body))
    return { partner, id: invited.id }
  }

  /** We accept a partner's invitation. */
  async accept(partner: SmallPartner): Promise<Connection> {
    const { body } = await this.call<Connection>('POST', 'roaming/partners/accept', {
      name: `Cards of ${partner.party}`,
      versions_url: partner.versionsUrl,
      token: partner.opens,
    })
    return body
  }

  async partner(id: number): Promise<RoamingPartner> {
    return (await this.call<RoamingPartner>('GET', `roaming/partners/${id}`)).body
  }
}
