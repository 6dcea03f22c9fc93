import { contract, type WebhookEndpoint, type WebhookMessage } from '@stationmaster/contract'
import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { IncidentBook } from '../../../slices/operations/incidents/book.ts'
import { removeOldMessages } from '../../../slices/operations/webhooks/message-store.ts'
import { Office } from '../../world/office.ts'
import { Receiver } from './receiver.ts'

describe.each(openTestDatabases())('webhooks that are made later ($name)', ({ open }) => {
  let office: Office
  let receiver: Receiver
  let endpoint: WebhookEndpoint
  let troubled: number
  let well: number

  beforeAll(async () => {
    office = await Office.open(await open(), { OUTGOING_PRIVATE_NETWORKS: 'loopback' }, { jobs: true })
    troubled = await office.addLocation('Quay')
    well = await office.addLocation('Yard')
    receiver = await Receiver.open()
    const { body } = await office.call<{ endpoint: WebhookEndpoint; secret: string }>(
      'administrator',
      'POST',
      'webhook-endpoints',
      {
        name: 'Tickets',
        url: receiver.url,
        events: ['location.updated', 'incident.opened', 'incident.acknowledged', 'incident.closed'],
      },
    )
    receiver.secret = body.secret
    endpoint = body.endpoint
  })
  afterAll(async () => {
    await office.parts.webhooks.stop()
    await office.parts.deliveries.stop()
    await receiver.close()
    await office.close()
  })

  const tell = async () => {
    await office.parts.webhooks.look()
    await office.parts.deliveries.wake()
    await office.parts.deliveries.idle()
  }
  const namesOf = () => receiver.of('location.updated').map(({ body }) => body.data.object.name)

  test('a body that could not be made is made by itself within seconds, and holds back no other', async () => {
    const { reads } = office.parts
    const real = reads.as.bind(reads)
    let isAway = true
    reads.as = async (caller, call, params) => {
      if (isAway && call === contract.locations.get && JSON.stringify(params).includes(String(troubled)))
        throw new Error('the database is away')
      return real(caller, call, params)
    }
    try {
      await office.call('administrator', 'PATCH', `locations/${troubled}`, { name: 'Quay, last' })
      await office.call('administrator', 'PATCH', `locations/${well}`, { name: 'Yard, last' })
      await tell()
      expect(namesOf()).toEqual(['Yard, last'])
      isAway = false
      // nobody looks, and the clock of the minute's job stands still
      await expect.poll(namesOf, { timeout: 20 * SECOND_MS }).toEqual(['Yard, last', 'Quay, last'])
    } finally {
      reads.as = real
    }
  })

  test('an incident is heard of from its opening to its end, with how it stands', async () => {
    const { db } = office.database
    const at = office.clock.now()
    const evidence = JSON.stringify({
      affected: 1,
      population: 1,
      others_affected: 0,
      others: 1,
      within_seconds: 0,
    })
    const { rows } = await sql<{ id: number }>`
      insert into incidents (kind, dedupe_key, state, severity, cause, evidence, location_id, opened_at, noticed_at, changed_at)
      values ('fault', 'fault:1', 'open', 'major', 'station', ${evidence}, ${well}, ${at}, ${at}, ${at}) returning id`.execute(
      db,
    )
    const incidentId = rows[0]!.id
    const book = new IncidentBook([])
    const entry = { incidentId, at, managerId: null, stationId: null, text: null, data: {} }
    const write = (kind: 'opened' | 'grew') =>
      db.transaction().execute((tx) => book.write(tx, [{ ...entry, kind, byKind: 'network' }]))
    await write('opened')
    await write('grew')
    await tell()
    await office.call('administrator', 'POST', `incidents/${incidentId}/acknowledge`)
    await tell()
    await office.call('administrator', 'POST', `incidents/${incidentId}/close`, { note: 'Mended' })
    await tell()
    const heard = receiver.arrivals.filter(({ body }) => body.type.startsWith('incident.'))
    expect(heard.map(({ body }) => [body.type, body.data.object_id, body.data.object.state])).toEqual([
      ['incident.opened', String(incidentId), 'open'],
      ['incident.acknowledged', String(incidentId), 'acknowledged'],
      ['incident.closed', String(incidentId), 'closed'],
    ])
  })

  test('what is given up is counted before it is sent again; old messages are forgotten', async () => {
    const path = `webhook-endpoints/${endpoint.id}/messages`
    const days = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
    receiver.answers = () => 410
    await office.call('administrator', 'POST', `webhook-endpoints/${endpoint.id}/test`)
    await tell()
    const counted = await office.call('administrator', 'POST', `${path}/send`, { ...days, only_count: true })
    expect(counted.body).toEqual({ count: 1 })
    const listed = () => office.call<WebhookMessage[]>('administrator', 'GET', path)
    expect((await listed()).body.filter(({ state }) => state === 'dead')).toHaveLength(1)
    await removeOldMessages(office.database.db, new Date(office.clock.now().getTime() + DAY_MS))
    expect((await listed()).body).toEqual([])
  })
})
