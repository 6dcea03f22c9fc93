import { contract } from '@stationmaster/contract'
import { audit } from '../../platform/audit.ts'
import { Failure } from '../../platform/failure.ts'
import { type Rest, route } from '../../platform/http.ts'
import { failureOf, isAccepted, statusOf } from './outcome.ts'
import type { CommandParts } from './parts.ts'
import { findVisibleStation } from './place.ts'
import { startCharging } from './start.ts'
import { stopCharging } from './stop.ts'

/** Commands to stations from the back office: each waits for the station's own answer. */
export function commandRoutes(rest: Rest, parts: CommandParts): void {
  route(rest, contract.connectors.start, ({ params, body, caller, remoteAddress }) =>
    startCharging(parts, { caller, remoteAddress }, params.id, body),
  )

  route(rest, contract.connectors.stop, async ({ params, caller, remoteAddress }) => {
    await stopCharging(parts, { caller, remoteAddress }, params.id)
    return 'Accepted'
  })

  route(rest, contract.stations.reset, async ({ params, caller, remoteAddress }) => {
    const { db, links, clock } = parts
    const station = await findVisibleStation(db, caller, params.id)
    if (!station) throw new Failure('station.not_found')
    const link = links.get(station.id)
    if (!link) throw new Failure('station.offline')
    await db.transaction().execute((tx) =>
      audit(tx, {
        caller,
        action: 'station.reset',
        subjectType: 'station',
        subjectId: station.id,
        at: clock.now(),
        remoteAddress,
      }),
    )
    const outcome = await link.command({ type: 'reset', whenIdle: true })
    if (!isAccepted(outcome)) throw failureOf(outcome)
    return statusOf(outcome)
  })
}
