import { randomUUID } from 'node:crypto'
import type { SandboxPki } from '@stationmaster/simulator/pki'
import { DAY_MS, dayOf, first, HOUR_MS, last, MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import type { StartReport } from '../../../platform/watching/start-report.ts'
import { insertCards, insertDrivers, insertTokens } from '../../charging/drivers/store.ts'
import { tokenKey } from '../../charging/drivers/tokens.ts'
import type { Intake } from '../../control/intake/intake.ts'
import { insertTerms } from '../../money/contracts/store.ts'
import type { ReceiptService } from '../../money/receipts/receipt-service.ts'
import type { PlanParts } from '../../partners/plan/parts.ts'
import { insertManager } from '../../people/managers/store.ts'
import { insertLocation } from '../../places/locations/store.ts'
import { changePrice, plain } from '../../places/tariffs/actions.ts'
import { insertStation } from '../../stations/stations/change-store.ts'
import { hashStationPassword } from '../../stations/stations/connecting/password.ts'
import { updateGone, upsertPresence } from '../../stations/stations/connecting/presence-store.ts'
import { pricedConnectors } from '../../stations/stations/lists/priced-store.ts'
import { insertTimeline, type TimelineEntry } from '../../stations/timeline/store.ts'
import { trialContracts, trustTrial } from './contracts.ts'
import {
  demoPassword,
  describeFleet,
  ownStations,
  type RunningFleet,
  startFleet,
  startRegisterWh,
} from './fleet.ts'
import { type DemoLocation, demoStations, drivers, locations, models, owners, tills } from './locations.ts'
import { raiseOpenQuestions } from './open-questions.ts'
import { comparePast } from './past/compared.ts'
import { handlePast } from './past/handled.ts'
import { busyTimes, pastSessions, replayHistory } from './past/history.ts'
import { type DemoStation, incidentsOf } from './past/incidents.ts'
import { confirmKey } from './past/signing.ts'
import { issuePastStatements } from './past/statements.ts'
import { payBalancesIn } from './past/top-ups.ts'
import { pastPlans, payPlans } from './plans.ts'
import { rateSessions } from './reviews.ts'
import { sellServices } from './services.ts'
import { getManagerOf, hasLocations, listDemoConnectors, listRunning, listTakings } from './store.ts'
import { formerProviders, payInManyWays } from './ways-to-pay.ts'

export interface DemoParts {
  db: Db
  clock: Clock
  intake: Intake
  receipts: ReceiptService
  plans: PlanParts
  secret: string
  timeZone: string
  currency: string
  dataDir: string
}

const sessionsPerStationAndDay = 0.5
/** how long each of the last stations has been switched off, so that something needs attention */
const offlineMs = [38 * MINUTE_MS, 5 * HOUR_MS, 2 * DAY_MS]
const carsCharging = 15
/** how much more often cars with contracts come than others */
const contractVisits = 10

/**
 * Creates the demo network and its past in a new database. In an existing one, ends the sessions that ran when the demo stopped. The
 * plans of owners are paid at the sandbox, as soon as it runs.
 */
export async function prepareDemo(
  parts: DemoParts & { sandboxUp?: Promise<void> },
  report: StartReport,
  historyDays = 92,
): Promise<void> {
  const { db, clock } = parts
  if (await hasLocations(db)) return endRunning(parts)
  const from = new Date(clock.now().getTime() - (historyDays + 1) * DAY_MS)
  const locationIds = await report.step('Laying out the demo network', async () => {
    const ids = await inTransaction(db, (tx) => layOut(tx, parts, from))
    for (const [index, location] of locations.entries()) {
      const locationId = ids[index]
      if (locationId !== undefined) await setPrices(parts, locationId, location, from)
    }
    return ids
  })
  const plan = await planHistory(parts, historyDays)
  const { stations, gone } = plan
  const sessions = pastSessions(plan)
  const { id: by } = await getManagerOf(db, 'administrator')
  const { incoming, timeline } = incidentsOf({
    stations,
    busy: busyTimes(sessions),
    from,
    to: plan.now,
    by,
    gone,
  })
  await insertTimeline(db, timeline)
  await keepAway(db, timeline)
  await parts.receipts.layingOut(async () => {
    await report.step('Letting three months of charging happen', async (progress, rename) => {
      await replayHistory(parts.intake, sessions, incoming, plan, progress)
      rename(`Three months of charging: ${sessions.length} sessions at ${locations.length} locations`)
    })
    return report.step('Taking what the sessions cost', async () => {
      await raiseOpenQuestions(parts.intake, stations, first(drivers).token, clock.now())
      await payInManyWays(parts)
      const paidIn = await payBalancesIn(parts, from)
      await sellServices(db, locationIds, { from, timeZone: parts.timeZone })
      return [...(await listTakings(db)), ...paidIn]
    })
  })
  await report.step('Settling the months', async () => {
    await issuePastStatements(parts)
    await comparePast(parts)
    await parts.sandboxUp
    await payPlans(db, parts.plans, await pastPlans(db))
    await rateSessions(db, by)
    await handlePast({ db, clock, timeZone: parts.timeZone, secretKey: parts.secret }, incoming)
  })
}

async function planHistory({ db, clock, timeZone }: DemoParts, days: number) {
  const stations = await listHistoryStations(db)
  const now = clock.now()
  const offline = stations.slice(-offlineMs.length)
  return {
    stations,
    now,
    gone: new Map(
      offlineMs.flatMap((ms, index) => {
        const station = offline[index]
        return station ? [[station.id, new Date(now.getTime() - ms)] as const] : []
      }),
    ),
    tokens: drivers.map((driver) => driver.token),
    timeZone,
    days,
    perStationPerDay: sessionsPerStationAndDay,
    tills: new Map(
      tills.flatMap(({ locationIndex, token }) =>
        demoStations
          .filter((station) => station.locationIndex === locationIndex)
          .map(({ id }) => [id, token] as const),
      ),
    ),
  }
}

/** Switches the simulated stations on. */
export async function startDemoFleet(
  parts: DemoParts,
  ocppUrl: string,
  pki: SandboxPki | null,
): Promise<RunningFleet> {
  const fleet = await describeFleet(parts.db, parts.secret, offlineMs.length, carsCharging)
  if (!pki) return startFleet(fleet, parts.dataDir, ocppUrl)
  await trustTrial(parts.db, pki, parts.clock.now())
  const contracts = trialContracts(pki)
  // their drivers come more often than others, so that some always charge
  const often = Array.from({ length: contractVisits }, () => Object.keys(contracts)).flat()
  const tokens = [...fleet.tokens, ...often]
  return startFleet({ ...fleet, tokens, contracts }, parts.dataDir, ocppUrl)
}

/** Records a lost connection for the stations that are switched off. */
async function keepAway(db: Db, timeline: readonly TimelineEntry[]): Promise<void> {
  const away = [...groupBy(timeline, ({ stationId }) => stationId).values()]
    .map((own) => last(own))
    .filter(({ kind }) => kind === 'disconnected')
  const ends = away.map(({ stationId, at }) => ({ stationId, connectionId: randomUUID(), at }))
  // only stations of the demo have a timeline here
  const kindOf = (id: string) => demoStations.find((station) => station.id === id)!.kind
  await upsertPresence(
    db,
    'demo',
    ends.map((end) => ({ ...end, epoch: 0, protocol: models[kindOf(end.stationId)].protocol })),
  )
  await updateGone(
    db,
    ends.map((end) => ({ ...end, released: false })),
  )
}

async function layOut(tx: Tx, parts: DemoParts, createdAt: Date): Promise<number[]> {
  const driverIds = await insertDrivers(
    tx,
    drivers.map(({ firstName, lastName, phone }) => ({ firstName, lastName, phone, email: null, createdAt })),
  )
  const cards = drivers.flatMap(({ token, contract }, index) => {
    // each driver has got an id
    const onCard = { driver_id: driverIds[index]! }
    return [token, ...(contract ? [contract] : [])].map((one) => ({ token: tokenKey(one), ...onCard }))
  })
  await insertCards(tx, cards, createdAt)
  for (const { token, paymentMethodType } of tills)
    await insertTokens(tx, [token], { driver_id: null, payment_method_type: paymentMethodType }, createdAt)
  const manager = await getManagerOf(tx, 'manager')
  const owning = new Map<number, { id: number; monetized: boolean }>()
  for (const { locationIndex, monetized, ...person } of owners) {
    const rights = { role: 'manager', passwordHash: null, emailVerifiedAt: createdAt, createdAt } as const
    // the demo's database is new, so no address is in use
    owning.set(locationIndex, { id: (await insertManager(tx, { ...person, ...rights }))!, monetized })
  }
  await agree(
    tx,
    parts,
    manager.id,
    first([...owning.values()].filter(({ monetized }) => monetized)).id,
    createdAt,
  )
  const locationIds: number[] = []
  for (const [index, location] of locations.entries()) {
    const { name, country, city, street, postalCode, lat, lng, timeZone, features, heightLimitCm } = location
    const owner = owning.get(index) ?? { id: index % 3 === 0 ? manager.id : null, monetized: true }
    const locationId = await insertLocation(tx, {
      name,
      country,
      city,
      street,
      postalCode,
      timeZone,
      ownerId: owner.id,
      createdAt,
      coordinates: { lat, lng },
      features,
      heightLimitCm,
    })
    locationIds.push(locationId)
    for (const station of demoStations.filter((one) => one.locationIndex === index))
      await addStation(tx, parts, { locationId, monetized: owner.monetized }, station, createdAt)
  }
  await confirmKey(tx, manager.id, createdAt)
  return locationIds
}

/** The terms before the first session: the fees of owners, the commission of banks, the legal details of the network. */
async function agree(
  tx: Tx,
  { timeZone }: DemoParts,
  ownerId: number,
  otherId: number,
  at: Date,
): Promise<void> {
  const by = { managerId: (await getManagerOf(tx, 'administrator')).id, at }
  // these numbers are valid, but nobody has them
  const [ownerInn, networkInn, otherInn] = ['9900000017', '9900000120', '9900000024']
  const validFrom = dayOf(at, timeZone)
  const fee = { agentFeeBp: 1250, validFrom }
  await insertTerms(tx, 'contracts', { ownerId, number: '12/А', inn: ownerInn, ...fee }, by)
  await insertTerms(tx, 'contracts', { ownerId: otherId, number: '14/А', inn: otherInn, ...fee }, by)
  for (const provider of ['sandbox', ...formerProviders])
    for (const [methodType, rateBp] of [['card', 280] as const, ['sbp', 70] as const])
      await insertTerms(tx, 'bank_rates', { provider, methodType, rateBp, validFrom }, by)
  const legal = {
    name: 'Stationmaster Demo',
    inn: networkInn,
    address: 'Москва, Лесная ул., 5',
    vatBp: 2200,
    taxSystem: 'osn' as const,
    validFrom,
  }
  await insertTerms(tx, 'legal_details', legal, by)
}

async function setPrices(
  parts: DemoParts,
  locationId: number,
  { prices }: DemoLocation,
  at: Date,
): Promise<void> {
  const { db, currency } = parts
  const caller: Caller = {
    ...(await getManagerOf(db, 'administrator')),
    role: 'administrator',
    ownerId: null,
  }
  for (const [current, tariff] of [['AC', prices.ac] as const, ['DC', prices.dc] as const]) {
    await changePrice({ db, currency, clock: { now: () => at }, connectors: pricedConnectors }, caller, {
      locationIds: [locationId],
      filters: [{ type: null, current, powerW: null, stationId: null }],
      prices: { tariffMinorPerKwh: tariff, rateMinorPerMinute: prices.rate, startFeeMinor: prices.startFee },
      ...plain,
      idle: null,
      validFrom: null,
      remoteAddress: '127.0.0.1',
    })
  }
}

async function addStation(
  tx: Tx,
  { secret }: DemoParts,
  { locationId, monetized }: { locationId: number; monetized: boolean },
  { id, number, kind }: (typeof demoStations)[number],
  createdAt: Date,
): Promise<void> {
  const { vendor, model, connectors, reservations } = models[kind]
  await insertStation(tx, {
    id,
    number,
    locationId,
    vendor_name: vendor,
    model,
    image: null,
    passwordHash: hashStationPassword(secret, id, demoPassword(secret, id)),
    monetized,
    reservations,
    createdAt,
    connectors: connectors.map(({ evse, number: connector, type, current, powerKw }) => ({
      evse_number: evse,
      number: connector,
      type,
      current,
      power: powerKw,
    })),
  })
}

/** The stations of the network, in the form that the simulation of the past needs. */
async function listHistoryStations(db: Db): Promise<DemoStation[]> {
  const rows = await listDemoConnectors(db, ownStations)
  return [...groupBy(rows, ({ stationId }) => stationId)].map(([id, own]) => {
    const { firmware, saysWhyItBoots } = Object.values(models).find(
      ({ model }) => model === first(own).model,
    )! // the demo's stations are of these models
    return {
      id,
      firmware,
      saysWhyItBoots,
      evses: [...new Set(own.map(({ evse }) => evse))],
      connectors: own.map(({ ordinal, current, powerW, connectorId }) => ({
        ref: { ordinal },
        current,
        powerW,
        registerWh: startRegisterWh(connectorId),
      })),
    }
  })
}

/** The simulated stations lost their power together with the demo, so their sessions end at the last meter reading. */
async function endRunning({ db, intake, clock }: DemoParts): Promise<void> {
  const running = await listRunning(db, ownStations)
  if (running.length === 0) return
  const now = clock.now()
  await intake.takeAll(
    running.flatMap(({ stationId, transactionId, registerWh, ordinal }) => [
      {
        stationId,
        receivedAt: now,
        event: {
          type: 'charging.ended' as const,
          transactionId,
          at: { ordinal },
          meterWh: Number(registerWh),
          happenedAt: now,
          samples: [],
          reason: 'PowerLoss',
          offline: false,
        },
      },
    ]),
    now,
  )
}
