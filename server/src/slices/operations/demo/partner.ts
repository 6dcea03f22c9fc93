import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Invitation, RoamingLocation, RoamingPartner, RoamingTariff } from '@stationmaster/contract'
import { type Emsp, startEmsp } from '@stationmaster/simulator/emsp'
import { dayOf, first, MINUTE_MS, monthOf, SECOND_MS } from '@stationmaster/units'
import { type Send, signIn } from './past/everyday.ts'

/** the eMSP of the demo; nobody has this name */
const name = 'Электродрайв'
const party = { countryCode: 'RU', partyId: 'EDR' }
const cards = ['EDR-0001', 'EDR-0002', 'EDR-0003']
const shownLocations = 3
const sessions = 3
/** how many of its last requests are kept */
const arrivalsMost = 200
const chargeMs = 90 * SECOND_MS
/** its cars leave some minutes after their charge at the latest, and are billed then */
const billedMs = 30 * MINUTE_MS

interface Options {
  dataDir: string
  /** the network's */
  timeZone: string
  /** how long each of its first cars charges */
  chargesForMs?: number
}

/**
 * Runs a roaming partner of the demo's own, at an address of this machine, which registers as any other does. The first time three of
 * its drivers charge for a while. Nothing where there are partners that somebody else has invited.
 */
export async function runPartner(
  { dataDir, timeZone, chargesForMs = chargeMs }: Options,
  url: string,
): Promise<Emsp | null> {
  const file = join(dataDir, 'demo-partner.json')
  const { send, end } = await signIn(url)
  try {
    const partners = (await (await send('GET', 'roaming/partners')).json()) as RoamingPartner[]
    const isKnown = existsSync(file)
    // one that was invited when the demo was killed is invited again
    const invited = partners.find((one) => one.name === name && one.state === 'invited')
    if (partners.length > 0 && !isKnown && !invited) return null
    const emsp = await startEmsp({
      ...party,
      name,
      versions: ['2.3.0'],
      arrivalsMost,
      ...(isKnown && { state: JSON.parse(readFileSync(file, 'utf8')) }),
      onChange: (state) => {
        // it holds the tokens of both sides
        writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
        renameSync(`${file}.new`, file)
      },
    })
    for (const uid of cards) emsp.wallet.put({ uid, whitelist: 'ALWAYS' })
    const versionsUrl = `${url}/ocpi/versions`
    // it has another port than the last time, and perhaps the network has
    if (emsp.partner.connection) await emsp.partner.renew({ versionsUrl })
    else if (!isKnown) await connect(emsp, { send, versionsUrl, invited })
    if (emsp.partner.connection && !isKnown) {
      const begun = await charge(emsp, chargesForMs)
      if (begun > 0) await giveList(emsp, { send, timeZone, begun })
    }
    return emsp
  } finally {
    await end()
  }
}

/** An administrator shows some of the network and invites the partner, which registers. */
async function connect(
  emsp: Emsp,
  { send, versionsUrl, invited }: { send: Send; versionsUrl: string; invited: RoamingPartner | undefined },
): Promise<void> {
  await send('PUT', 'roaming/party', { country_code: 'RU', party_id: 'STM', name: 'Stationmaster Demo' })
  const listed = async <T>(path: string) => (await (await send('GET', path)).json()) as T[]
  const locations = await listed<RoamingLocation>('roaming/locations?limit=500')
  const complete = locations.filter(({ missing }) => missing.length === 0)
  for (const { id } of complete.slice(0, shownLocations))
    await send('PUT', `roaming/locations/${id}`, { published: true })
  for (const { id } of await listed<RoamingTariff>('roaming/tariffs'))
    await send('PUT', `roaming/tariffs/${id}`, { published: true })
  const answer = await (invited
    ? send('POST', `roaming/partners/${invited.id}/invitation`)
    : send('POST', 'roaming/partners', { name }))
  const { partner, token } = (await answer.json()) as Invitation
  await emsp.partner.register(versionsUrl, token)
  await send('POST', `roaming/partners/${partner.id}/tokens/read`)
  await emsp.cpo.pull('tariffs')
}

/** Three of its drivers charge for a while, one after the other begun and ended by the partner's commands; gives how many do. */
async function charge(emsp: Emsp, ms: number): Promise<number> {
  const { objects } = await emsp.cpo.pull('locations')
  type Evse = { uid: string; status: string; connectors: { id: string }[] }
  const places = objects.flatMap(({ id, evses }) =>
    ((evses ?? []) as Evse[])
      .filter(({ status }) => status === 'AVAILABLE')
      .map(({ uid, connectors }) => ({
        locationId: String(id),
        evseUid: uid,
        connectorId: connectors[0]?.id,
      })),
  )
  let begun = 0
  for (const { connectorId, ...place } of places) {
    // there are as many cards as sessions
    const token = cards[begun]!
    const started = await emsp.cpo.start({ token, ...place, ...(connectorId && { connectorId }) })
    if ((await started.result()).result === 'ACCEPTED') begun += 1
    if (begun === sessions) break
  }
  const running = () => [...emsp.book.sessions.values()].filter(({ status }) => status === 'ACTIVE')
  await emsp.until(() => (running().length >= begun ? true : undefined), 'its sessions')
  await delay(ms)
  for (const { id } of running()) await emsp.cpo.stop(id)
  return begun
}

/** Gives the partner's own list of the month, as soon as its sessions are billed; one bill is not on it, so that something differs. */
async function giveList(
  emsp: Emsp,
  { send, timeZone, begun }: { send: Send; timeZone: string; begun: number },
): Promise<void> {
  const bills = () => [...emsp.book.cdrs.values()]
  await emsp.until(() => (bills().length >= begun ? true : undefined), 'its bills', billedMs)
  const partners = (await (await send('GET', 'roaming/partners')).json()) as RoamingPartner[]
  const own = partners.find((one) => one.name === name)
  const month = monthOf(dayOf(new Date(String(first(bills()).last_updated)), timeZone))
  const lines = bills()
    .slice(0, -1)
    .map((bill) => {
      const { before_taxes: net, taxes } = bill.total_cost as {
        before_taxes: number
        taxes?: { amount: number }[]
      }
      const gross = (taxes ?? []).reduce((sum, { amount }) => sum + amount, net)
      const { start_date_time: start, end_date_time: end, total_energy: kwh, currency } = bill
      return [bill.id, bill.session_id, start, end, kwh, net, gross.toFixed(2), currency].join(',')
    })
  const heads = 'cdr_id,session_id,start,end,kwh,cost_excl_vat,cost_incl_vat,currency'
  const file = [heads, ...lines, ''].join('\n')
  if (own) await send('PUT', `roaming/partners/${own.id}/settlements/${month}/list`, { file })
}
