import type { Connection, Invitation } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { RoamingWorld } from '../roaming-world.ts'

/** A hub may speak for any party, so what a partner says of itself opens nothing: an administrator says that it is one. */
describe.each(['2.2.1', '2.3.0'] as const)('who says of itself that it is a hub (OCPI %s)', (version) => {
  let world: RoamingWorld
  const started: Emsp[] = []
  const aHub = async (partyId = 'HUB') => {
    const hub = await startEmsp({ countryCode: 'NL', partyId, hub: true, versions: [version] })
    started.push(hub)
    return hub
  }
  const invite = async (hub: boolean) =>
    (await world.call<Invitation>('POST', 'roaming/partners', { name: 'Hub', hub })).body
  const setHub = (id: number, hub: boolean) => world.call('PATCH', `roaming/partners/${id}`, { hub })

  beforeAll(async () => {
    world = await RoamingWorld.open(await openTestDatabase())
  })
  afterEach(async () => {
    for (const hub of started.splice(0)) {
      if (hub.partner.connection) await hub.partner.withdraw()
      await hub.close()
    }
  })
  afterAll(() => world.close())

  test('is refused, and registers when an administrator has said so', async () => {
    const hub = await aHub()
    const { partner, token, versions_url: url } = await invite(false)
    await expect(hub.partner.register(url, token)).rejects.toThrow(/2001/)
    expect(await world.partner(partner.id)).toMatchObject({ state: 'invited', hub: false, roles: [] })
    expect((await setHub(partner.id, true)).status).toBe(200)
    await hub.partner.register(url, token)
    expect(await world.partner(partner.id)).toMatchObject({ state: 'connected', hub: true })
    // those behind it would be its own parties without it
    expect(await setHub(partner.id, false)).toMatchObject({ status: 409 })
    expect(await world.partner(partner.id)).toMatchObject({ hub: true })
  })

  test('is told so where it has invited us, and ends as not registered', async () => {
    const hub = await aHub()
    const { token, versionsUrl } = hub.partner.invite()
    const accepted = await world.call<Connection>('POST', 'roaming/partners/accept', {
      name: 'Hub',
      versions_url: versionsUrl,
      token,
    })
    expect(accepted.body.failure).toMatchObject({ step: 'credentials', fault: 'no_hub' })
    expect(accepted.body.partner).toMatchObject({ state: 'invited', hub: false })
    expect(hub.partner.connection).toBeNull()
  })

  test('cannot become one by new credentials, and speaks for nobody meanwhile', async () => {
    const { partner, id } = await world.connected('PLN', version)
    const plain = partner.credentials.bind(partner)
    partner.credentials = (own) => ({
      ...plain(own),
      ...(version === '2.3.0'
        ? { hub_party_id: 'DEPLN' }
        : {
            roles: [
              { role: 'HUB', country_code: 'DE', party_id: 'PLN', business_details: { name: 'Plain' } },
            ],
          }),
    })
    expect((await partner.register(world.versionsUrl, version, 'PUT')).body.status_code).toBe(2001)
    expect(await world.partner(id)).toMatchObject({ state: 'connected', hub_party_id: null, hub: false })
    const list = await partner.addressOf(world.versionsUrl, version, 'locations')
    const headers = {
      'ocpi-from-country-code': 'DE',
      'ocpi-from-party-id': 'BHD',
      'ocpi-to-country-code': 'DE',
      'ocpi-to-party-id': 'STM',
    }
    expect((await partner.call('GET', list, { headers })).body.status_code).toBe(2001)
  })

  test('has its own party checked like everybody, and nobody else takes it', async () => {
    const { partner: first } = await world.connected(version === '2.2.1' ? 'OWA' : 'OWB', version)
    const hub = await startEmsp({ countryCode: 'DE', partyId: first.party, hub: true, versions: [version] })
    started.push(hub)
    const { token, versions_url: url } = await invite(true)
    await expect(hub.partner.register(url, token)).rejects.toThrow(/2001/)
    const other = await startEmsp({ countryCode: 'DE', partyId: 'OWH', hub: true, versions: [version] })
    started.push(other)
    const invited = await invite(true)
    await other.partner.register(invited.versions_url, invited.token)
    const late = await world.aPartner('OWH')
    const { token: ours } = await world.invite('Late')
    late.ours = ours
    expect((await late.register(world.versionsUrl, version)).body.status_code).toBe(2001)
  })
})
