import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { RoamingWorld } from '../roaming-world.ts'

/** A party belongs to the partner that has named it first, as long as that is connected. */
describe.each(['2.2.1', '2.3.0'])('parties that another partner claims (OCPI %s)', (version) => {
  let world: RoamingWorld
  beforeAll(async () => {
    world = await RoamingWorld.open(await openTestDatabase())
  })
  afterAll(() => world.close())

  test('who registers as a party of somebody else is refused, and is connected when that one has left', async () => {
    const first = await world.connected('ONE', version)
    const other = await world.aPartner('one')
    const { token, versions_url: url, partner } = await world.invite('Other')
    other.ours = token
    expect((await other.register(url, version)).body).toMatchObject({
      status_code: 2001,
      status_message: expect.stringContaining('DE*ONE'),
    })
    expect(await world.partner(partner.id)).toMatchObject({ state: 'invited', roles: [] })
    // the first may exchange its tokens as before, and nobody becomes its party by an exchange either
    expect((await first.partner.register(url, version, 'PUT')).body.status_code).toBe(1000)
    const { partner: honest } = await world.connected('TWO', version)
    honest.party = 'ONE'
    expect((await honest.register(url, version, 'PUT')).body.status_code).toBe(2001)
    await world.call('POST', `roaming/partners/${first.id}/withdraw`)
    expect((await other.register(url, version)).body.status_code).toBe(1000)
  })

  test('who has invited us as a party of somebody else is not connected, and is told so', async () => {
    await world.connected('TRE', version)
    const other = await world.aPartner('TRE')
    other.versions = [version]
    const { partner, failure } = await world.accept(other)
    expect(failure).toMatchObject({ step: 'credentials', fault: 'party_taken', message: 'DE*TRE' })
    expect(partner.state).toBe('invited')
    expect(other.isRegistered).toBe(false)
  })

  test('of two that register as one party at once, one is connected', async () => {
    const both = await Promise.all(
      ['Left', 'Right'].map(async (name) => {
        const partner = await world.aPartner('DUO')
        const { token, versions_url: url } = await world.invite(name)
        partner.ours = token
        return { partner, url }
      }),
    )
    const answers = await Promise.all(both.map(({ partner, url }) => partner.register(url, version)))
    expect(answers.map(({ body }) => body.status_code).sort()).toEqual([1000, 2001])
  })
})
