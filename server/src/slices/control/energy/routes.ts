import { contract } from '@stationmaster/contract'
import { languageOf } from '../../../platform/general/language.ts'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import * as actions from './actions.ts'
import * as reducing from './reducing/actions.ts'
import { listReductions } from './reducing/reduction-store.ts'
import { reductionsFile, reductionView } from './reducing/view.ts'
import { viewMeasures } from './simulating/past.ts'
import { Simulations } from './simulating/simulation.ts'
import { viewCurve, viewEnergy } from './view.ts'

const { energy } = contract

const atOf = ({ caller, remoteAddress, params }: Received<{ id: number }, unknown, unknown>): actions.At => ({
  caller,
  remoteAddress,
  locationId: params.id,
})

/** How locations share their current out to cars. */
export function energyRoutes(rest: Rest, parts: actions.EnergyParts): void {
  const { db } = parts
  reductionRoutes(rest, parts)
  const simulations = new Simulations(parts)
  route(rest, energy.view, async ({ caller, params }) => {
    await actions.checkSeen(db, caller, params.id)
    return viewEnergy(parts, caller, params.id)
  })
  route(rest, energy.curve, async ({ caller, params, query }) => {
    await actions.checkSeen(db, caller, params.id)
    const { timeZone } = await actions.getSite(db, params.id)
    return viewCurve(parts, params.id, query.day, timeZone)
  })
  route(rest, energy.measures, async ({ caller, params, query }) => {
    await actions.checkSeen(db, caller, params.id)
    const { timeZone } = await actions.getSite(db, params.id)
    return viewMeasures(parts, params.id, query.period, timeZone)
  })
  route(rest, energy.site, async ({ caller, params }) => {
    await actions.checkSeen(db, caller, params.id)
    return actions.siteView(await actions.getSite(db, params.id))
  })
  route(rest, energy.simulate, async ({ caller, params, body, request }) => {
    await actions.checkSeen(db, caller, params.id)
    return simulations.run(params.id, body, () => !request.raw.socket.destroyed)
  })
  route(rest, energy.saveSite, (received) => actions.saveSite(parts, atOf(received), received.body))
  route(rest, energy.addLimit, (received) => actions.addLimit(parts, atOf(received), received.body))
  route(rest, energy.endLimit, (received) => actions.endLimit(parts, atOf(received), received.params.limitId))
  route(rest, energy.addKey, async (received) => ({
    key: await actions.changeKey(parts, atOf(received), true),
  }))
  route(rest, energy.endKey, async (received) => {
    await actions.changeKey(parts, atOf(received), false)
  })
  route(rest, energy.reading, ({ request, body }) =>
    actions.takeReading(parts, request.headers.authorization, body),
  )
  route(rest, energy.prices, ({ request, body }) =>
    actions.takePrices(parts, request.headers.authorization, body),
  )
  route(rest, energy.limitByKey, ({ request, body }) =>
    actions.limitByKey(parts, request.headers.authorization, body),
  )
}

/** What grid operators take back there (§ 14a EnWG). */
function reductionRoutes(rest: Rest, parts: actions.EnergyParts): void {
  const { db, clock } = parts
  route(rest, energy.reductions, async ({ caller, params, query }) => {
    await actions.checkSeen(db, caller, params.id)
    const { rows, total } = await listReductions(db, params.id, query)
    return { items: rows.map((row) => reductionView(row, clock.now())), total }
  })
  route(rest, energy.reductionsFile, async ({ caller, params, query: { format }, request }) => {
    await actions.checkSeen(db, caller, params.id)
    const { timeZone } = await actions.getSite(db, params.id)
    const language = languageOf(request.headers['accept-language'])
    return reductionsFile(db, params.id, { format, language, timeZone })
  })
  route(rest, energy.reduce, (received) => reducing.reduce(parts, atOf(received), received.body))
  route(rest, energy.endReduction, (received) =>
    reducing.endReduction(parts, atOf(received), received.params.reductionId),
  )
  route(rest, energy.reduceByKey, ({ request, body }) =>
    reducing.reduceByKey(parts, request.headers.authorization, body),
  )
  route(rest, energy.endByKey, ({ request }) => reducing.endByKey(parts, request.headers.authorization))
}
