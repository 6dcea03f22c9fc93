import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorAnswer } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { mailTexts } from '../../platform/mail/mail-text.ts'
import { networkClient, networkUrl, SignOnWorld } from './identity-provider/sign-on-world.ts'

describe.each(openTestDatabases())('where single sign-on is the only way in ($name)', ({ open }) => {
  let world: SignOnWorld
  let emergency: number

  beforeAll(async () => {
    world = await SignOnWorld.open(await open(), { PLANS: 'on' })
    emergency = await world.office.idOf('administrator')
    const rules = [
      { group: 'bosses', role: 'administrator', owner_id: null, location_ids: [] },
      { group: 'sites', role: 'manager', owner_id: null, location_ids: [] },
    ]
    await world.change({
      issuer: world.provider.issuer,
      client_id: networkClient.client_id,
      client_secret: networkClient.client_secret,
      accounts: 'first_log_in',
      rules,
    })
    await world.person('ida', ['bosses'])
    await world.try('ida')
    await world.change({ enabled: true })
  })
  afterAll(async () => {
    await world?.close()
  })

  const invite = async (name: string) => {
    const body = { email: `${name}@company.example`, first_name: 'N', last_name: 'L', role: 'operator' }
    return (await world.office.call<{ id: number }>('administrator', 'POST', 'managers', body)).body.id
  }
  const mailTo = (name: string, letter: 'invitation' | 'invitationToProvider') =>
    world.office.mailTo(`${name}@company.example`, mailTexts.en[letter].subject)
  const linkIn = (text: string) => /https:\/\/net\.example\S*/.exec(text)?.[0] ?? ''
  const choose = (token: string) =>
    world.office.call<ErrorAnswer>(null, 'POST', `auth/manager/password-change-requests/${token}`, {
      new_password: 'a long enough password 7',
    })

  test('an invitation leads to the log-in, and a link that was mailed before opens nothing any more', async () => {
    await invite('early')
    const early = linkIn((await mailTo('early', 'invitation')).text)
    expect(early).toContain('/auth/password-change/')
    const before = await world.office.call<{ sign_up: boolean }>(null, 'GET', 'help/config')
    expect(before.body.sign_up).toBe(true)

    await world.change({ password_log_in: false, emergency_manager_id: emergency })
    expect((await world.office.call<{ sign_up: boolean }>(null, 'GET', 'help/config')).body.sign_up).toBe(
      false,
    )
    const late = await invite('late')
    const mail = await mailTo('late', 'invitationToProvider')
    expect(linkIn(mail.text)).toBe(`${networkUrl}/login`)
    expect(mail.text).not.toContain('password-change')
    world.office.clock.forward(1000)
    await world.office.call('administrator', 'POST', `managers/${late}/invitation`)
    expect(linkIn((await mailTo('late', 'invitationToProvider')).text)).toBe(`${networkUrl}/login`)
    const refused = await choose(early.slice(early.lastIndexOf('/') + 1))
    expect(refused).toMatchObject({ status: 403, body: { code: 'auth.single_sign_on_only' } })
    await world.change({ password_log_in: true })
  })

  test('the last administrator stays one whatever the groups say, the one before does not', async () => {
    const { db } = world.office.database
    const { token } = await world.tokenOf('ida')
    const others = sql`update managers set blocked_at = now() where role = 'administrator' and email <> 'ida@company.example'`
    await world.person('ida', ['sites'])
    await others.execute(db)
    const still = await world.tokenOf('ida')
    expect((await world.me(still.token)).body.role).toBe('administrator')
    expect((await world.me(token)).status).toBe(200)
    await sql`update managers set blocked_at = null`.execute(db)
    expect((await world.me((await world.tokenOf('ida')).token)).body.role).toBe('manager')
    await world.person('ida', ['bosses'])
  })

  test('stations that another role leaves without a plan become free of charge, and the audit log names them', async () => {
    const { token } = await world.tokenOf('ida')
    const { id } = (await world.me(token)).body
    const place = await world.office.addLocation('Yard', id)
    await world.office.addStation(place, 'YARD-1')
    const isPaid = async () =>
      (
        await world.office.call<{ monetized: boolean }[]>(
          'administrator',
          'GET',
          `locations/${place}/stations`,
        )
      ).body.map(({ monetized }) => monetized)
    expect(await isPaid()).toEqual([true])
    await world.person('ida', ['sites'])
    await world.tokenOf('ida')
    expect(await isPaid()).toEqual([false])
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where action = 'station.monetize' and subject_id = 'YARD-1'`.execute(
      world.office.database.db,
    )
    expect(rows.map(({ after }) => after)).toEqual([{ monetized: false, cause: 'role' }])
    await world.person('ida', ['bosses'])
  })

  test('what is no address of the web is neither kept as a provider nor opened by a browser', async () => {
    for (const issuer of ['javascript:alert(1)', 'file:///etc/passwd', 'ftp://id.example', 'id.example'])
      expect((await world.change({ issuer })).body.code).toBe('request.invalid')
    const { issuer } = world.settings
    for (const authorization_endpoint of ['javascript:alert(1)', 'data:text/html,x']) {
      const { server, address } = await describing({ authorization_endpoint })
      await world.change({ issuer: address, enabled: false })
      const begun = await world.office.call<ErrorAnswer>('administrator', 'POST', 'single-sign-on/tries')
      expect(begun).toMatchObject({ status: 422, body: { code: 'sso.provider_wrong' } })
      server.close()
    }
    await world.change({ issuer })
  })
})

/** A provider that says something of itself that no good one says. */
async function describing(said: object): Promise<{ server: Server; address: string }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    const { port } = server.address() as AddressInfo
    const issuer = `http://127.0.0.1:${port}`
    const whole = {
      issuer,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...said,
    }
    response.end(JSON.stringify(whole))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
