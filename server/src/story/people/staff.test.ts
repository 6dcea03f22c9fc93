import type { ErrorAnswer, Person, Role } from '@stationmaster/contract'
import { HOUR_MS } from '@stationmaster/units'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { post } from '../../slices/money/ledger/store.ts'
import { Office } from '../world/office.ts'
import { linkIn, readOutbox } from '../world/outbox.ts'
import { type Hired, StaffWorld } from './staff-world.ts'

describe.each(openTestDatabases())('the staff ($name)', ({ open }) => {
  let office: Office
  let world: StaffWorld
  let guests = 0
  beforeAll(async () => {
    office = await Office.open(await open(), {}, { jobs: true })
    world = await StaffWorld.open(office)
  })
  afterAll(() => office.close())

  describe('the list', () => {
    const ask = async (query: string) => {
      const { body, headers } = await office.call<Person[]>('administrator', 'GET', `managers?${query}`)
      return { people: body, total: Number(headers['x-total-count']) }
    }

    test('is searched, filtered by role and paged, with the total', async () => {
      const all = await ask('')
      expect(all.total).toBe(all.people.length)
      const page = await ask('limit=2&offset=1')
      expect(page).toEqual({ people: all.people.slice(1, 3), total: all.total })
      expect((await ask('search=sedova')).people.map(({ role }) => role)).toEqual(['administrator'])
      const filtered = await ask('roles=operator,accounter')
      expect(new Set(filtered.people.map(({ role }) => role))).toEqual(new Set(['operator', 'accounter']))
      expect((await ask('roles=nonsense')).total).toBe(0)
    })

    test('shows who may own a location, how many locations people have, and what may be done with them', async () => {
      const { id } = await world.hire('manager')
      await office.addLocation('Owned', id)
      const assigned = await office.addLocation('Assigned')
      await office.call('administrator', 'PUT', `managers/${id}/locations`, [assigned])
      const blocked = await world.hire('manager')
      await world.change('administrator', blocked.id, { blocked: true })
      const { people } = await ask('can_own=true')
      expect(new Set(people.map(({ role }) => role))).toEqual(new Set(['administrator', 'manager']))
      expect(people.map((person) => person.id)).not.toContain(blocked.id)
      expect(people.find((person) => person.id === id)).toMatchObject({
        number_of_locations: 2,
        can: { change_role: true, block: true },
      })
      const self = people.find(({ email }) => email === office.emailOf('administrator'))
      expect(self?.can).toEqual({ change_role: false, block: false, reset_second_factor: false })
      expect(JSON.stringify(people)).not.toMatch(/password|argon/)
    })
  })

  describe('a change', () => {
    test('of the own profile is open to everybody, of role, owner and access only to administrators', async () => {
      const person = await world.hire('operator')
      const wanted = { first_name: 'Olga', last_name: 'Berg', phone: '+7 905 123-45-67', language: 'ru' }
      expect((await world.change(person, person.id, wanted)).body).toMatchObject({
        first_name: 'Olga',
        last_name: 'Berg',
        phone: '+7 905 123-45-67',
      })
      for (const body of [{ role: 'administrator' }, { owner_id: null }, { blocked: false }])
        expect(await world.change(person, person.id, body)).toMatchObject({
          status: 403,
          body: { code: 'auth.forbidden' },
        })
      const other = await world.hire('operator')
      expect(await world.change(person, other.id, { first_name: 'X' })).toMatchObject({
        status: 404,
        body: { code: 'manager.not_found' },
      })
      expect((await world.change(person, person.id, { phone: '' })).body.phone).toBeNull()
    })

    test.each([
      [{ first_name: ' ' }, 'first_name'],
      [{ last_name: 'x'.repeat(101) }, 'last_name'],
      [{ email: 'nobody' }, 'email'],
      [{ phone: 'call me' }, 'phone'],
      [{ role: 'king' }, 'role'],
      [{ owner_id: 0 }, 'owner_id'],
      [{ language: 'fr' }, 'language'],
    ])('%j is refused with the field’s name', async (body, path) => {
      const { id } = await world.hire('operator')
      const answer = await world.change('administrator', id, body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid', details: [{ path }] } })
    })

    test('of the e-mail must leave it unique, whatever its case', async () => {
      const person = await world.hire('manager')
      const duplicate = await world.change(person, person.id, {
        email: office.emailOf('operator').toUpperCase(),
      })
      expect(duplicate).toMatchObject({ status: 409, body: { code: 'manager.exists' } })
      expect((await world.change(person, person.id, { email: `new${person.email}` })).body).toMatchObject({
        email: person.email,
        new_email: `new${person.email}`,
      })
    })

    test('of the role or owner holds for the very next call, and is written down', async () => {
      const person = await world.hire('operator')
      const owner = await world.hire('manager')
      const own = await office.addLocation('Seen', owner.id)
      const foreign = await office.addLocation('Unseen')
      const seen = async () =>
        (await office.call<{ id: number }[]>(person, 'GET', 'locations?limit=500')).body.map(({ id }) => id)
      expect(await seen()).toContain(foreign)
      await world.change('administrator', person.id, { owner_id: owner.id })
      expect(await seen()).toEqual([own])
      expect(await world.lastAudit(person.id)).toMatchObject({
        action: 'manager.change',
        manager_id: await office.idOf('administrator'),
        before: { owner_id: null },
        after: { owner_id: owner.id },
      })
      await world.change('administrator', person.id, { role: 'app-developer' })
      expect((await office.call(person, 'GET', 'locations')).status).toBe(403)
    })

    test('needs an owner who may be one', async () => {
      const person = await world.hire('operator')
      const operator = await world.hire('operator')
      for (const owner_id of [operator.id, person.id])
        expect(await world.change('administrator', person.id, { owner_id })).toMatchObject({
          status: 400,
          body: { code: 'manager.owner_invalid' },
        })
      expect(await world.change('administrator', person.id, { owner_id: 999_999 })).toMatchObject({
        status: 404,
        body: { code: 'manager.not_found' },
      })
    })
  })

  describe('a block', () => {
    test('ends sessions at once and refuses log-ins until it is lifted', async () => {
      const person = await world.hire('operator')
      const { refresh_token } = (await office.logIn(person.email)).body
      expect((await world.me(person)).status).toBe(200)
      expect((await world.change('administrator', person.id, { blocked: true })).body.blocked).toBe(true)
      expect((await world.me(person)).status).toBe(401)
      expect(await office.logIn(person.email)).toMatchObject({ status: 403, body: { code: 'auth.blocked' } })
      await world.change('administrator', person.id, { blocked: false })
      expect((await world.me(person)).status).toBe(401)
      expect((await office.logIn(person.email)).status).toBe(200)
      const old = { email: person.email, refresh_token }
      expect((await office.call(null, 'POST', 'auth/manager/create-token', old)).status).toBe(401)
    })

    test('of oneself is refused, and so is giving up the own role', async () => {
      const id = await office.idOf('administrator')
      for (const body of [{ blocked: true }, { role: 'manager' }])
        expect(await world.change('administrator', id, body)).toMatchObject({
          status: 409,
          body: { code: 'manager.self' },
        })
      const same = await world.change('administrator', id, {
        role: 'administrator',
        blocked: false,
        first_name: 'Anna',
      })
      expect(same.status).toBe(200)
    })

    test('when two administrators take each other’s role at once, one of them stays', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = await Promise.all([world.hire('administrator'), world.hire('administrator')])
        const answers = await Promise.all([
          world.change(a, b.id, { role: 'manager' }),
          world.change(b, a.id, round % 2 === 0 ? { role: 'manager' } : { blocked: true }),
        ])
        // the second one is refused, as no administrator or as blocked
        const refused = answers.map(({ status }) => status).filter((status) => status !== 200)
        expect(refused).toHaveLength(1)
        expect([401, 403, 404]).toContain(refused[0])
        const stays = answers[0].status === 200 ? a : b
        expect((await office.call(stays, 'GET', 'managers?limit=1')).status).toBe(200)
        await world.change('administrator', stays.id, { blocked: true })
      }
    })
  })

  test('the time of the last visit is known', async () => {
    const person = await world.hire('operator')
    const seen = async () =>
      (await office.call<Person>('administrator', 'GET', `managers/${person.id}`)).body.last_seen_at
    expect(await seen()).toBe(office.clock.now().toISOString())
    office.clock.forward(HOUR_MS)
    await world.me(person)
    expect(await seen()).toBe(office.clock.now().toISOString())
  })

  describe('an invitation', () => {
    const ask = (body: object) => office.call<Person & ErrorAnswer>('administrator', 'POST', 'managers', body)
    const guest = () => ({
      email: `Guest${++guests}@example.com`,
      first_name: 'Gerda',
      last_name: 'Neu',
      role: 'accounter' as const,
    })
    /** The tokens of a person's mails, in any order. */
    const tokensFor = async (email: string, count: number) => {
      const mails = () => readOutbox(office.config.dataDir).filter(({ to }) => to === email)
      await expect.poll(() => mails().length, { timeout: 15_000 }).toBe(count)
      return mails().map((mail) => linkIn(mail, '/auth/password-change/').split('/').at(-1)!)
    }
    const accept = (token: string) =>
      office.call<ErrorAnswer>(null, 'POST', `auth/manager/password-change-requests/${token}`, {
        new_password: 'chosen-pass-1',
      })

    test('lets a person choose a password and log in with the role of the invitation', async () => {
      const owner = await world.hire('manager')
      const invitation = guest()
      const { status, body } = await ask({ ...invitation, owner_id: owner.id })
      expect(status).toBe(201)
      expect(body).toMatchObject({ ...invitation, owner_id: owner.id, invited: true, email_verified: false })
      expect((await office.logIn(invitation.email, 'chosen-pass-1')).status).toBe(401)
      expect((await accept((await tokensFor(invitation.email, 1))[0]!)).status).toBe(204)
      const { access_token: token } = (await office.logIn(invitation.email, 'chosen-pass-1')).body
      const self = await office.call<Person>({ token }, 'GET', `managers/${body.id}`)
      expect(self.body).toMatchObject({ role: 'accounter', invited: false, email_verified: true })
    })

    test('sent again voids the link before it, until a password is chosen', async () => {
      const invitation = guest()
      const { id } = (await ask(invitation)).body
      const [first] = await tokensFor(invitation.email, 1)
      const resend = () => office.call<ErrorAnswer>('administrator', 'POST', `managers/${id}/invitation`)
      expect((await resend()).status).toBe(204)
      const second = (await tokensFor(invitation.email, 2)).find((token) => token !== first)
      expect((await accept(first!)).status).toBe(400)
      expect((await accept(second!)).status).toBe(204)
      expect(await resend()).toMatchObject({ status: 409, body: { code: 'manager.not_invited' } })
    })

    test('needs an unused address and an owner who may be one', async () => {
      const duplicate = { ...guest(), email: office.emailOf('manager') }
      expect(await ask(duplicate)).toMatchObject({ status: 409, body: { code: 'manager.exists' } })
      const owner_id = (await world.hire('operator')).id
      expect(await ask({ ...guest(), owner_id })).toMatchObject({
        status: 400,
        body: { code: 'manager.owner_invalid' },
      })
      expect((await ask({ ...guest(), email: 'nobody' })).body.details).toMatchObject([{ path: 'email' }])
    })
  })

  test('a new password ends the other sessions; only oneself sets it', async () => {
    const person = await world.hire('operator')
    const other = { token: (await office.logIn(person.email)).body.access_token }
    expect(await world.change('administrator', person.id, { new_password: 'other-pass-1' })).toMatchObject({
      status: 403,
    })
    expect(await world.change(person, person.id, { new_password: 'no-digit-here' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'new_password' }] },
    })
    expect((await world.change(person, person.id, { new_password: 'other-pass-1' })).status).toBe(200)
    expect((await world.me(person)).status).toBe(200)
    expect((await world.me(other)).status).toBe(401)
    expect((await office.logIn(person.email, 'other-pass-1')).status).toBe(200)
    expect(JSON.stringify(await world.allAudits(person.id))).not.toMatch(/argon|other-pass/)
  })

  test('a new address has to be confirmed', async () => {
    const person = await world.hire('operator')
    const email = `moved${person.email}`
    await world.change(person, person.id, { email })
    expect((await office.call(person, 'GET', 'auth/manager')).body).toMatchObject({ email_verified: false })
    await expect
      .poll(() => readOutbox(office.config.dataDir).map(({ to }) => to), { timeout: 15_000 })
      .toContain(email)
  })

  test('assigned locations are seen at once, and exactly those', async () => {
    const person = await world.hire('manager')
    const [a, b] = [await office.addLocation('Assigned A'), await office.addLocation('Assigned B')]
    const seen = async () =>
      (await office.call<{ id: number }[]>(person, 'GET', 'locations?limit=500')).body.map(({ id }) => id)
    const assign = (ids: number[]) =>
      office.call<{ id: number }[] & ErrorAnswer>(
        'administrator',
        'PUT',
        `managers/${person.id}/locations`,
        ids,
      )
    expect(await seen()).toEqual([])
    expect((await assign([b, a, a])).body.map(({ id }) => id)).toEqual([a, b])
    expect(await seen()).toEqual([a, b])
    expect(await world.lastAudit(person.id)).toMatchObject({ before: [], after: [a, b] })
    expect(await assign([a, 999_999])).toMatchObject({ status: 404, body: { code: 'location.not_found' } })
    await assign([b])
    expect(await seen()).toEqual([b])
    expect(await office.call(person, 'PUT', `managers/${person.id}/locations`, [a])).toMatchObject({
      status: 403,
    })
  })

  describe('the balance', () => {
    let owner: Hired
    beforeEach(async () => {
      owner = await world.hire('manager')
      const own = await office.addLocation('Earns', owner.id)
      const day = (date: string, method_type: string, amount_minor: number) => ({
        day: date,
        location_id: own,
        method_type,
        amount_minor,
        order_count: 1,
        energy_wh: 1000,
      })
      await office.database.db
        .insertInto('daily_totals')
        .values([
          day('2026-03-01', 'card', 123_456),
          day('2026-03-02', 'card', -23_456),
          day('2026-03-02', 'cash', 5000),
        ])
        .execute()
    })
    const ask = (who: Role | { token: string }, id: number) =>
      office.call<{ available: { amount: number } }>(who, 'GET', `managers/${id}/balance`)

    test('is the amount due to an owner by the ledger, and for the network what it has captured', async () => {
      const due = {
        kind: 'sale',
        debit: 'provider_clearing:p:s',
        credit: `owner_payable:${owner.id}`,
      } as const
      const fee = { kind: 'agent_fee', debit: due.credit, credit: 'agent_income' } as const
      await office.database.db.transaction().execute((tx) =>
        post(tx, [
          {
            cause: `order:${owner.id}:1`,
            kind: 'closed',
            at: office.clock.now(),
            businessDay: '2026-03-01',
            orderId: owner.id,
            locationId: null,
            ownerId: owner.id,
            methodType: null,
            provider: '',
            marketShopId: '',
            orderCount: 1,
            energyWh: 0,
            transfers: [
              { ...due, amountMinor: 100_000 },
              { ...fee, amountMinor: 12_500 },
            ],
          },
        ]),
      )
      expect(await ask(owner, owner.id)).toMatchObject({
        status: 200,
        body: { available: { amount: 87_500 } },
      })
      expect((await ask('administrator', owner.id)).body.available.amount).toBe(87_500)
      const accounter = await world.hire('accounter')
      await world.change('administrator', accounter.id, { owner_id: owner.id })
      expect((await ask(accounter, accounter.id)).body.available.amount).toBe(87_500)
      expect(
        (await ask('administrator', await office.idOf('administrator'))).body.available.amount,
      ).toBeGreaterThanOrEqual(100_000)
    })

    test('is one’s own: nothing for app developers, 404 of others, 403 for operators', async () => {
      const developer = await office.idOf('app-developer')
      expect((await ask('app-developer', developer)).body).toMatchObject({ available: { amount: 0 } })
      expect((await ask('manager', owner.id)).status).toBe(404)
      expect((await ask('operator', await office.idOf('operator'))).status).toBe(403)
    })
  })
})
