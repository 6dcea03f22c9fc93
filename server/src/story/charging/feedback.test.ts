import type { DriverWord, Feedback, Location } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { DriverLink } from '../money/prepaid/driver-link.ts'
import { World } from '../world/world.ts'

describe('what drivers say', () => {
  const sandbox = new SandboxProcess()
  let world: World
  beforeAll(async () => {
    await sandbox.start()
    world = await World.open(await openTestDatabase(), undefined, sandbox.env)
  })
  afterAll(async () => {
    await world.close()
    await sandbox.remove()
  })

  test('is written once after the session, counted, answered, hidden, and seen in the inbox', async () => {
    const station = await world.simulate('ocpp1.6', { plugDelayMs: null })
    await world.untilOnline(station.made.id)
    const driver = await DriverLink.offer(world, sandbox, station.made, {
      kind: 'charge',
      limit_amount: 5000,
    })
    const before = await driver.page()
    expect([before.can.review, before.feedback, before.problem]).toEqual([false, null, null])
    expect(await driver.call('POST', '/feedback', { rating: 5 })).toMatchObject({
      status: 409,
      body: { code: 'feedback.too_early' },
    })
    expect((await driver.call('POST', '/problem', { comment: 'The screen is dark' })).body.problem).toBe(
      'The screen is dark',
    )
    await driver.pay('approved')
    await driver.until('waiting_plug')
    await station.plugIn(1, null)
    await driver.until('charging')
    await driver.call('POST', '/stop')
    const page = await driver.until('finished')
    expect(page.can.review).toBe(true)
    for (const rating of [0, 6, 4.5])
      expect((await driver.call('POST', '/feedback', { rating })).status).toBe(400)
    const said = await driver.call('POST', '/feedback', { rating: 2, comment: ' Slow ' })
    expect(said.body.feedback).toEqual({ rating: 2, comment: 'Slow', answer: null })
    expect((await driver.call('POST', '/feedback', { rating: 5 })).body.feedback).toMatchObject({ rating: 2 })

    const id = world.locationId
    const path = `locations/${id}/feedback`
    const rating = async () => {
      const { rating: stars, reviews } = await world.get<Location>(`locations/${id}`)
      return [stars, reviews]
    }
    expect(await rating()).toEqual([2, 1])
    const [review] = await world.get<Feedback[]>(path)
    expect(review).toMatchObject({
      order_id: driver.orderId,
      rating: 2,
      likes: 0,
      comment: 'Slow',
      user: null,
    })
    const inbox = () => world.get<DriverWord[]>('inbox/feedback')
    expect((await inbox()).map(({ kind, rating: stars, comment }) => [kind, stars, comment])).toEqual([
      ['review', 2, 'Slow'],
      ['problem', null, 'The screen is dark'],
    ])
    expect(await world.get('inbox/count')).toMatchObject({ feedback: 2 })
    expect(
      (await world.get<DriverWord[]>(`orders/${driver.orderId}/feedback`)).map(({ kind }) => kind),
    ).toEqual(['problem', 'review'])

    await world.put(`${path}/${review!.id}/answer`, { answer: 'A fan was broken.' })
    expect((await driver.page()).feedback).toMatchObject({ answer: 'A fan was broken.' })
    const [problem] = await inbox()
    expect(problem).toMatchObject({ kind: 'problem' })
    await fetch(`${world.server.url}/api/v1/inbox/feedback/${problem!.id}/seen`, {
      method: 'POST',
      headers: { authorization: world.authorization },
    })
    expect(await inbox()).toEqual([])

    expect(await world.get(`${path}?rating=2&sort=lowest`)).toHaveLength(1)
    expect(await world.get(`${path}?rating=3`)).toEqual([])
    await world.post(`${path}/${review!.id}/hide`, { hidden: true, reason: 'About another station' })
    await world.post(`${path}/${review!.id}/hide`, { hidden: true, reason: 'About another station' })
    expect(await rating()).toEqual([null, 0])
    expect(await world.get(path)).toEqual([])
    expect(await world.get<Feedback[]>(`${path}?hidden=true`)).toMatchObject([
      { hidden: { reason: 'About another station' } },
    ])
    await world.post(`${path}/${review!.id}/hide`, { hidden: false })
    expect(await rating()).toEqual([2, 1])
    const { rows } = await sql<{ action: string; after: unknown }>`select action, after from audit_log
      where subject_type = 'feedback' order by id`.execute(world.db)
    expect(rows).toMatchObject([
      { action: 'feedback.answer', after: 'A fan was broken.' },
      { action: 'feedback.see' },
      { action: 'feedback.hide', after: 'About another station' },
      { action: 'feedback.hide' },
      { action: 'feedback.show' },
    ])

    // another one of the month before, and one that is older than a year
    await sql`with o as (
        insert into orders (status, source, location_id, station_id, connector_id, created_at)
        select 'canceled', source, location_id, station_id, connector_id, created_at from orders, generate_series(1, 2)
        where id = ${driver.orderId} returning id
      )
      insert into feedback (kind, order_id, location_id, rating, comment, created_at)
      select 'review', id, ${id}, 3 + row_number() over (), '',
        ${world.clock.now()}::timestamptz - case row_number() over () when 1 then interval '31 days' else interval '400 days' end
      from o`.execute(world.db)
    const summary = await world.get<{ by_stars: number[]; months: { rating: number; reviews: number }[] }>(
      `${path}/summary`,
    )
    expect(summary.by_stars).toEqual([0, 1, 0, 1, 1])
    expect(summary.months.map((month) => [month.rating, month.reviews])).toEqual([
      [4, 1],
      [2, 1],
    ])
    expect((await world.get<Feedback[]>(`${path}?sort=highest`)).map((one) => one.rating)).toEqual([5, 4, 2])
  })
})
