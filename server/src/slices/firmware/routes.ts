import { contract } from '@stationmaster/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Rest, route } from '../../platform/http.ts'
import { languageOf } from '../../platform/language.ts'
import type { Db } from '../../platform/schema.ts'
import { changeRollout, getRollout, startRollout } from './actions.ts'
import type { FirmwareFiles } from './files.ts'
import { listMembers, listRollouts } from './rollout-store.ts'
import type { FirmwareRunner } from './runner.ts'
import { listFiles, listFleet } from './store.ts'
import { viewFile, viewRollout, viewStation } from './view.ts'

interface FirmwareParts {
  db: Db
  clock: Clock
  runner: FirmwareRunner
  firmwareFiles: FirmwareFiles
}

/** Firmware: its files, the versions in the fleet, and roll-outs. */
export function firmwareRoutes(rest: Rest, parts: FirmwareParts): void {
  const { db, runner, firmwareFiles } = parts
  const { firmware } = contract
  firmwareFiles.serve(rest.app)

  route(rest, firmware.files, async () => (await listFiles(db)).map(viewFile))

  route(rest, firmware.add, async ({ query, caller, remoteAddress, request }) =>
    viewFile(await firmwareFiles.add({ caller, remoteAddress }, request, query)),
  )

  route(rest, firmware.remove, async ({ params, caller, remoteAddress }) => {
    await firmwareFiles.remove({ caller, remoteAddress }, params.id)
    return undefined
  })

  route(rest, firmware.fleet, () => listFleet(db))

  route(rest, firmware.start, async ({ body, caller, remoteAddress }) => {
    const id = await startRollout(parts, { caller, remoteAddress }, body)
    runner.wake()
    return viewRollout(await getRollout(db, id))
  })

  route(rest, firmware.rollouts, async ({ query }) => {
    const { rows, total } = await listRollouts(db, query)
    return { items: rows.map(viewRollout), total }
  })

  route(rest, firmware.rollout, async ({ params }) => viewRollout(await getRollout(db, params.id)))

  route(rest, firmware.stations, async ({ params, query: { state: states, ...page }, request }) => {
    await getRollout(db, params.id)
    const { rows, total } = await listMembers(db, params.id, { states, ...page })
    const language = languageOf(request.headers['accept-language'])
    return { items: rows.map((row) => viewStation(row, language)), total }
  })

  for (const change of ['pause', 'continue', 'cancel'] as const)
    route(rest, firmware[change], async ({ params: { id }, caller, remoteAddress }) => {
      await changeRollout(parts, { caller, remoteAddress }, { id, change })
      runner.wake()
      return viewRollout(await getRollout(db, id))
    })
}
