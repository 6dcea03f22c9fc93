import { setTimeout as delay } from 'node:timers/promises'
import type { FirmwareFile, MaintenanceBody, RolloutBody, Station, Tokens } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@stationmaster/units'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listFiles } from '../../../control/firmware/store.ts'
import { demoAccounts, demoPassword } from '../../../people/managers/staff/demo-accounts.ts'
import { pluggingStations } from '../contracts.ts'
import { drawSite } from '../energy-site.ts'
import { demoStations, locations, models } from '../locations.ts'

const updated = models.rapid
const newVersion = '2.19.0'
const imageBytes = 400_000
/** how many stations must be connected before the first wave begins */
const stationsAtFirst = 4
const waitSeconds = 60
/** so many stations show certificates to cars */
const certified = 3
const maintained = locations.findIndex(({ city }) => city === 'Тула')

export type Send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Response>

/**
 * Does what an administrator does every day, over the API as they would, on a network whose stations are coming up: plans maintenance
 * of a location, draws the wiring of another one, has stations request certificates for cars, keeps a firmware file and updates half of a model's stations. Nothing where somebody has kept a file before.
 */
export async function workEveryday({ db, clock }: { db: Db; clock: Clock }, url: string): Promise<void> {
  if ((await listFiles(db)).length > 0) return
  const { send, end } = await signIn(url)
  await planMaintenance(send, clock.now())
  await drawSite(send)
  const { vendor, model } = updated
  const image = new FormData()
  image.set('file', new Blob([new Uint8Array(imageBytes)]), `rapid60-${newVersion}.bin`)
  const of = new URLSearchParams({ vendor_name: vendor, model, version: newVersion })
  const { id } = (await (await send('POST', `firmware?${of}`, image)).json()) as FirmwareFile
  await areConnected(send)
  await certifyForCars(send)
  await send('POST', 'firmware/rollouts', {
    file_id: id,
    share: { of: 'percent', percent: 50 },
    wave_size: 2,
    failures_most: 2,
  } satisfies RolloutBody)
  await end()
}

/** Calls as the administrator of the demo, until it ends. */
export async function signIn(url: string): Promise<{ send: Send; end(): Promise<unknown> }> {
  let authorization = ''
  const send: Send = async (method, path, body) => {
    const json = body && !(body instanceof FormData)
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: json ? JSON.stringify(body) : (body as FormData) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  // the list has an administrator
  const { email } = demoAccounts.find(({ role }) => role === 'administrator')!
  const answer = await send('POST', 'auth/manager/log-in', { email, password: demoPassword })
  const { access_token, refresh_token } = (await answer.json()) as Tokens
  authorization = `Bearer ${access_token}`
  return { send, end: () => send('POST', 'auth/manager/log-out', { refresh_token }) }
}

/** Plans three hours of maintenance tomorrow, for a whole location. */
async function planMaintenance(send: Send, now: Date): Promise<void> {
  const startsAt = Math.ceil((now.getTime() + DAY_MS) / HOUR_MS) * HOUR_MS
  // that location has stations
  const { id } = demoStations.find(({ locationIndex }) => locationIndex === maintained)!
  await send('POST', `stations/${id}/maintenances`, {
    whole_location: true,
    takes_out: true,
    note: 'Замена кабелей и проверка счётчиков',
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(startsAt + 3 * HOUR_MS).toISOString(),
  } satisfies MaintenanceBody)
}

/** Has some stations that can request what they show to cars (ISO 15118). */
async function certifyForCars(send: Send): Promise<void> {
  const online = (await (await send('GET', 'stations?online=true')).json()) as Station[]
  const ids = online.flatMap(({ id }) => (pluggingStations.has(id) ? [id] : []))
  for (const id of ids.slice(0, certified))
    await send('POST', `stations/${id}/tasks`, { task: 'request_certificate', for_cars: true })
}

async function areConnected(send: Send): Promise<void> {
  const { vendor: vendor_name, model } = updated
  const online = new URLSearchParams({ vendor_name, model, online: 'true' })
  for (let second = 0; second < waitSeconds; second += 1) {
    const stations = (await (await send('GET', `stations?${online}`)).json()) as Station[]
    if (stations.length >= stationsAtFirst) return
    await delay(SECOND_MS)
  }
}
