import {
  type EnergyLimit,
  type EnergySample,
  type EnergySession,
  type EnergySite,
  type EnergyView,
  guaranteedW,
} from '@stationmaster/contract'
import { DAY_MS, dayOf, instantOf } from '@stationmaster/units'
import type { Clock } from '../../../platform/general/clock.ts'
import { type Caller, seesNetwork } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { evsesOf, type OutletFacts, type Session } from './looking/facts.ts'
import { listPlugs } from './looking/facts-store.ts'
import { loadFacts } from './looking/load.ts'
import { flowsOf, isNamed, lookAt, type SiteLook } from './looking/look.ts'
import { memoryOf } from './looking/memory.ts'
import { ownLimitOf, plain, reasonsOf } from './looking/reasons.ts'
import { wantedWhOf } from './needs/rules.ts'
import { reductionView } from './reducing/view.ts'
import { findMemory, listSamples, sumShort } from './running/control-store.ts'
import { amperes, type Evse, perPhaseA } from './site/tree.ts'
import type { LimitRow } from './store.ts'

export const limitView = (row: LimitRow): EnergyLimit => ({
  id: row.id,
  circuit: row.circuit,
  percent: row.percent,
  limit_a: row.limitMa === null ? null : amperes(row.limitMa),
  from: row.startsAt.toISOString(),
  until: row.endsAt.toISOString(),
  reason: row.reason,
  by: [row.firstName, row.lastName].filter(Boolean).join(' ') || null,
})

const evseView = ({ stationId, stationNumber, evse, current, powerW }: Evse) => ({
  station_id: stationId,
  station_number: stationNumber,
  evse,
  current,
  power: powerW / 1000,
})

const mayEdit = ({ role }: Caller): boolean => role === 'administrator' || role === 'manager'

/** A location's energy at this moment, by the same reckoning as that of the server which controls it. */
export async function viewEnergy(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  locationId: number,
): Promise<EnergyView> {
  const now = clock.now()
  const can = { edit: mayEdit(caller) }
  const loaded = await loadFacts(db, locationId, now)
  if (!loaded) {
    const evses = evsesOf(await listPlugs(db, locationId)).map(evseView)
    const outlook = { price: null, prices_until: null, surplus_a: null }
    const nothing = {
      outlook,
      computed: null,
      faults: [],
      circuits: [],
      outlets: [],
      limits: [],
      reductions: [],
      short_wh: 0,
    }
    return { at: now.toISOString(), site: null, evses, ...nothing, can }
  }
  const { site, facts } = loaded
  const [control, shortWh] = await Promise.all([
    findMemory(db, locationId),
    sumShort(db, locationId, new Date(now.getTime() - DAY_MS)),
  ])
  const look = lookAt(facts, memoryOf(control?.state ?? {}), now)
  const { node, lookedAt } = control ?? {}
  return {
    at: now.toISOString(),
    site: {
      version: site.version,
      enabled: site.enabled,
      strategy: facts.body.strategy,
      saved_at: site.savedAt.toISOString(),
      has_key: site.hasKey,
      guaranteed_w: facts.body.reduction ? guaranteedW(facts.body.reduction) : null,
    },
    outlook: outlookView(look),
    computed: site.enabled && node && lookedAt ? { node, at: lookedAt.toISOString() } : null,
    faults: look.tree.faults,
    circuits: circuitViews(look, new Map(facts.body.circuits.map(({ id, name }) => [id, name]))),
    outlets: outletViews(look, { isEnabled: site.enabled, strategy: facts.body.strategy, caller }),
    limits: (facts.calls as LimitRow[]).map(limitView),
    reductions: facts.reductions
      .map((one) => reductionView(one, now))
      .filter(({ state }) => state !== 'over'),
    evses: evsesOf(facts.plugs).map(evseView),
    short_wh: Math.round(shortWh),
    can,
  }
}

function outlookView({ look: { outlook }, now }: SiteLook): EnergyView['outlook'] {
  const prices = outlook?.prices ?? []
  const at = now.getTime()
  const until = Math.max(0, ...prices.map((one) => one.until))
  return {
    price: prices.find((one) => one.from <= at && at < one.until)?.price ?? null,
    prices_until: until > at ? new Date(until).toISOString() : null,
    surplus_a: outlook?.surplusMa ? perPhaseA(outlook.surplusMa) : null,
  }
}

function circuitViews(look: SiteLook, names: ReadonlyMap<string, string>): EnergyView['circuits'] {
  const { flows, granted } = flowsOf(look)
  return look.supplies.map((supply, nth) => {
    const { id, limitedBy, meter } = supply
    const own = (slots: readonly number[]) => perPhaseA(slots.slice(3 * nth, 3 * nth + 3))
    return {
      id,
      name: names.get(id) ?? id,
      parent: look.tree.site.circuits[nth]?.parent ?? null,
      fuse_a: perPhaseA(supply.fuseMa),
      limit_a: perPhaseA(supply.limitMa),
      limited_by: limitedBy && { ...limitedBy, until: limitedBy.until?.toISOString() ?? null },
      reserve_a: perPhaseA(supply.reserveMa),
      others_a: perPhaseA(supply.othersMa),
      meter: meter && { at: meter.at?.toISOString() ?? null, stale: meter.stale },
      flow_a: own(flows),
      counted_a: own(granted),
    }
  })
}

function outletViews(look: SiteLook, shown: Omit<Saying, 'reasonOf'>): EnergyView['outlets'] {
  const reasonOf = reasonsOf(look)
  return look.outlets.map((one) => outletView(look, one, { ...shown, reasonOf }))
}

interface Saying {
  isEnabled: boolean
  strategy: EnergySite['strategy']
  caller: Caller
  reasonOf: ReturnType<typeof reasonsOf>
}

function outletView(look: SiteLook, facts: OutletFacts, saying: Saying): EnergyView['outlets'][number] {
  const { outlet, plugs, session } = facts
  const [plug] = plugs
  const stationId = plug?.stationId ?? ''
  const trouble = look.memory.troubles[stationId]
  return {
    station_id: stationId,
    station_number: plug?.stationNumber ?? 0,
    evse: plug?.evse ?? 0,
    circuit: look.tree.unplaced.has(outlet.id) ? null : outlet.circuit,
    phases: outlet.phases.map((phase) => phase + 1),
    most_a: amperes(outlet.mostMa),
    floor_a: amperes(outlet.floorMa),
    floor_set: look.floored.has(outlet.id),
    online: plug?.online ?? false,
    trouble: trouble ? { kind: trouble.kind, since: new Date(trouble.since).toISOString() } : null,
    session: session && sessionView(look, facts, session, saying),
  }
}

function sessionView(
  look: SiteLook,
  facts: OutletFacts,
  session: Session,
  { isEnabled, strategy, caller, reasonOf }: Saying,
): EnergySession {
  const { outlet, ownMostMa } = facts
  const { decision, cars, measured, memory, now } = look
  const car = cars.get(outlet.id)
  const state = memory.control.outlets.get(outlet.id)
  const held = state?.open ?? state?.set
  const found = measured.get(outlet.id)
  const standing = decision.standings.find((one) => one.outlet === outlet.id)
  const mostMa = car?.mostMa ?? Math.min(outlet.mostMa, ownMostMa ?? outlet.mostMa)
  return {
    order_id: session.orderId,
    since: session.transactionStart?.toISOString() ?? null,
    granted_a: held && held.until > now.getTime() ? amperes(held.currentMa) : null,
    counted_a: amperes(decision.counted.get(outlet.id) ?? 0),
    target_a: amperes(standing?.currentMa ?? 0),
    most_a: amperes(mostMa),
    measured_a: found ? amperes(found.mA) : null,
    measured_at: found?.at.toISOString() ?? null,
    power: session.powerNowW,
    energy: session.energyWh ?? 0,
    energy_left: car?.energyLeftWh ?? null,
    soc: session.soc,
    need: session.need && {
      departs_at: new Date(session.need.departsAt).toISOString(),
      energy: wantedWhOf(session.need, session),
    },
    priority: priorityOf(session, car?.group ?? 0, { strategy, caller }),
    phases: car?.phases ?? outlet.phases.length,
    reason: !isEnabled
      ? plain('off')
      : !isNamed(session) || !standing
        ? plain('starting')
        : reasonOf(standing, ownLimitOf(facts)),
  }
}

function priorityOf(
  { isFirst, priority }: Session,
  group: number,
  { strategy, caller }: Pick<Saying, 'strategy' | 'caller'>,
): EnergySession['priority'] {
  if (isFirst) return { group: 0, of: 'session', name: null }
  if (strategy !== 'priority') return null
  return {
    group,
    of: priority?.of ?? 'evse',
    name: seesNetwork(caller) ? (priority?.name ?? null) : null,
  }
}

/** The samples of a day of the location; undefined: today. */
export async function viewCurve(
  { db, clock }: { db: Db; clock: Clock },
  locationId: number,
  day: string | undefined,
  timeZone: string,
): Promise<EnergySample[]> {
  const from = instantOf(day ?? dayOf(clock.now(), timeZone), 0, timeZone)
  const next = dayOf(new Date(from.getTime() + 36 * 3_600_000), timeZone)
  const samples = await listSamples(db, locationId, from, instantOf(next, 0, timeZone))
  return samples.map(({ at, limitMa, flowMa, othersMa, grantedMa, cars, waiting, shortWh }) => ({
    at: at.toISOString(),
    limit_a: perPhaseA(limitMa),
    flow_a: perPhaseA(flowMa),
    others_a: perPhaseA(othersMa),
    granted_a: perPhaseA(grantedMa),
    cars,
    waiting,
    short_wh: shortWh,
  }))
}
