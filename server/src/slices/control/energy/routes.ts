import { contract } from '@stationmaster/contract'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import * as actions from './actions.ts'
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
