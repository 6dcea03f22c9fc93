import { contract } from '@stationmaster/contract'
import type { Clock } from '../../../platform/general/clock.ts'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listCharging } from '../../charging/orders/measuring/running-store.ts'
import { changeRollout, getRollout, startMove, startRollout } from './actions.ts'
import type { FirmwareFiles } from './files.ts'
import { listMembers, listRollouts } from './rollout-store.ts'
import { waitOf } from './rules.ts'
import type { FirmwareRunner } from './runner.ts'
import { hasStation, listFiles, listFilesFor, listFleet } from './store.ts'
import { viewFile, viewRollout, viewStation } from './view.ts'

interface FirmwareParts {
  db: Db
  clock: Clock
  runner: FirmwareRunner
  firmwareFiles: FirmwareFiles
}

/** Firmware: its files, the versions in the fleet, and roll-outs. */
export function firmwareRoutes(rest: Rest, parts: FirmwareParts): void {
  const { db, clock, runner, firmwareFiles } = parts
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

  route(rest, firmware.forStation, async ({ params: { id } }) => {
    if (!(await hasStation(db, id))) throw new Failure('station.not_found')
    return (await listFilesFor(db, id)).map((file) => ({
      id: file.id,
      version: file.version,
      file_name: file.file_name,
      location: runner.addressOf(file, `s-${clock.now().getTime().toString(36)}`),
    }))
  })

  route(rest, firmware.start, async ({ body, caller, remoteAddress }) => {
    const id = await startRollout(parts, { caller, remoteAddress }, body)
    runner.wake()
    return viewRollout(await getRollout(db, id))
  })

  route(rest, firmware.move, async ({ body, caller, remoteAddress }) => {
    const id = await startMove(parts, { caller, remoteAddress }, body)
    runner.wake()
    return viewRollout(await getRollout(db, id))
  })

  route(rest, firmware.rollouts, async ({ query }) => {
    const { rows, total } = await listRollouts(db, query)
    return { items: rows.map(viewRollout), total }
  })

  route(rest, firmware.rollout, async ({ params }) => viewRollout(await getRollout(db, params.id)))

  route(rest, firmware.stations, async ({ params, query: { state: states, ...page }, request }) => {
    const rollout = await getRollout(db, params.id)
    const { rows, total } = await listMembers(db, params.id, { states, ...page })
    const language = languageOf(request.headers['accept-language'])
    const updating = rows.filter(({ state }) => state === 'updating').map(({ station_id }) => station_id)
    const busy = await listCharging(db, updating)
    const plan = { status: rollout.status, startsAt: rollout.starts_at }
    const items = rows.map((row) => {
      const waitsFor = waitOf(plan, { ...row, charging: busy.has(row.station_id) }, clock.now())
      return viewStation(row, waitsFor, language)
    })
    return { items, total }
  })

  for (const change of ['pause', 'continue', 'cancel'] as const)
    route(rest, firmware[change], async ({ params: { id }, caller, remoteAddress }) => {
      await changeRollout(parts, { caller, remoteAddress }, { id, change })
      runner.wake()
      return viewRollout(await getRollout(db, id))
    })
}
