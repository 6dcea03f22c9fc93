import type { contract, Language } from '@stationmaster/contract'
import type { z } from 'zod'
import type { Commander } from '../../control/commands/parts.ts'
import { type StartRequest, startCharging } from '../../control/commands/sessions/start.ts'
import { type CommandTarget, findTarget } from '../../control/commands/target.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { loadEffectiveVersions } from '../../places/tariffs/store.ts'
import { offerOrder } from './offer.ts'
import type { PayParts } from './parts.ts'

type Started = z.output<typeof contract.connectors.start.answer>

/**
 * Starts charging by a command. A session that costs the driver money does not start at once: the driver gets a mail and must agree
 * first. Throws what `startCharging` and `offerOrder` throw.
 */
export async function startFor(
  parts: PayParts,
  commander: Commander & { language: Language },
  connectorId: number,
  request: StartRequest,
): Promise<Started> {
  const costs =
    request.driver_id &&
    (await costsSomething(parts, await findTarget(parts.db, commander.caller, connectorId)))
  if (!costs) return startCharging(parts, commander, connectorId, request)
  const { order_id: id, mailed_to } = await offerOrder(parts, commander, connectorId, {
    ...request,
    kind: 'charge',
  })
  return { id, awaits_driver: true, ...(mailed_to === null ? {} : { mailed_to }) }
}

async function costsSomething(
  { db, clock }: PayParts,
  { station, connector }: CommandTarget,
): Promise<boolean> {
  if (!station.monetized) return false
  const version = (await loadEffectiveVersions(db, [connector], clock.now())).get(connector.id)
  return Object.values(simpleView(version?.elements ?? [])).some((price) => price > 0)
}
