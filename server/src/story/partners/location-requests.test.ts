import type { ErrorAnswer, InboxCount, Location, RequestedLocation } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

describe.each(openTestDatabases())('a location that a manager asks for ($name)', ({ open }) => {
  let office: Office
  let id: number
  const yard = { name: 'Yard', city: 'Tver' }
  beforeAll(async () => {
    office = await Office.open(await open(), {}, { jobs: true })
    id = await office.idOf('manager')
  })
  afterAll(() => office?.close())

  const path = () => `managers/${id}/location-request`
  const waiting = async () =>
    (await office.call<RequestedLocation[]>('administrator', 'GET', 'location-requests')).body
  const counted = async () =>
    (await office.call<InboxCount>('administrator', 'GET', 'inbox/count')).body.locations
  const codeOf = async (verb: string, body: object) =>
    (await office.call<ErrorAnswer>('administrator', 'POST', `${path()}/${verb}`, body)).body.code

  test('waits with the administrators as last requested, until a location is assigned, and is mailed', async () => {
    expect((await office.call('manager', 'GET', path())).body).toBeNull()
    for (const request of [{ name: 'Gate', city: 'Klin' }, yard])
      expect((await office.call('manager', 'PUT', path(), request)).status).toBe(200)
    expect(await waiting()).toMatchObject([{ manager_id: id, ...yard }])
    expect(await counted()).toBe(1)

    const place = await office.addLocation('Yard at the river')
    expect(await codeOf('assign', { location_id: place + 1000 })).toBe('location.not_found')
    expect(await counted()).toBe(1)
    const both = await Promise.all(
      [1, 2].map(() => office.call('administrator', 'POST', `${path()}/assign`, { location_id: place })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
    const mine = (await office.call<Location[]>('manager', 'GET', 'locations')).body
    expect(mine.map((one) => one.name)).toContain('Yard at the river')
    await office.mailTo('manager@demo.stationmaster.example', 'Your location is there: Yard at the river')
    expect(await waiting()).toEqual([])
    expect(await codeOf('assign', { location_id: place })).toBe('owner.not_asking')
  })

  test('is declined with a reason that is mailed, or withdrawn, and can be made again', async () => {
    await office.call('manager', 'PUT', path(), yard)
    expect(await codeOf('decline', { note: ' ' })).toBe('request.invalid')
    expect(
      (await office.call('administrator', 'POST', `${path()}/decline`, { note: 'Too near.' })).status,
    ).toBe(204)
    const mail = await office.mailTo('manager@demo.stationmaster.example', 'Your location: Yard, Tver')
    expect(mail.text).toContain('Too near.')
    expect(await codeOf('decline', { note: 'Again' })).toBe('owner.not_asking')

    await office.call('manager', 'PUT', path(), yard)
    expect(await counted()).toBe(1)
    for (const _ of [1, 2]) expect((await office.call('manager', 'DELETE', path())).status).toBe(204)
    expect(await counted()).toBe(0)
  })

  test('waits for nobody whose address is not confirmed', async () => {
    await office.call('manager', 'PUT', path(), yard)
    const { db } = office.database
    await sql`update managers set email_verified_at = null where id = ${id}`.execute(db)
    expect([await counted(), await waiting()]).toEqual([0, []])
    await sql`update managers set email_verified_at = now() where id = ${id}`.execute(db)
    expect(await counted()).toBe(1)
  })
})
