import { contract } from '@stationmaster/contract'
import type { DownloadLinks } from '../../../../platform/downloads/downloads.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { findUploadFile } from '../../tasks/store.ts'
import { listenForUploads, offerUpload, serveUploads } from '../../tasks/upload-target.ts'
import type { TaskParts } from '../prepared.ts'
import { viewReadings, viewReport } from '../readings/readings.ts'
import { viewStreams } from '../readings/streams.ts'
import { findVisibleStation } from '../target.ts'
import { runTask } from './run-task.ts'
import { viewTasks } from './task-state.ts'

/** Work for stations, what came of it, and the files that they bring. */
export function taskRoutes(
  rest: Rest,
  parts: TaskParts & { downloads: DownloadLinks; incomingDir: string },
): void {
  const { db, clock, downloads } = parts
  listenForUploads(rest.app, parts)
  serveUploads(downloads, db)

  route(rest, contract.stationTasks.run, ({ params, body, caller, remoteAddress }) =>
    runTask(parts, { caller, remoteAddress }, params.id, body),
  )

  route(rest, contract.stationTasks.state, ({ params, caller }) => viewTasks(parts, caller, params.id))

  route(rest, contract.stationReadings.state, ({ params, query, caller }) =>
    viewReadings(parts, caller, params.id, query.since),
  )

  route(rest, contract.stationReadings.streams, ({ params, caller }) => viewStreams(parts, caller, params.id))

  route(rest, contract.stationReadings.report, ({ params, caller }) => viewReport(db, caller, params.id))

  route(rest, contract.stationTasks.download, async ({ params, caller, remoteAddress }) => {
    const station = await findVisibleStation(db, caller, params.id)
    if (!station) throw new Failure('station.not_found')
    const file = await findUploadFile(db, station.id, params.uploadId)
    if (!file?.bytes) throw new Failure('file.not_found')
    await audit(db, {
      caller,
      action: 'station.download_log',
      subjectType: 'station',
      subjectId: station.id,
      after: { upload: params.uploadId, file: file.file_name },
      at: clock.now(),
      remoteAddress,
    })
    return { url: offerUpload(downloads, station.id, params.uploadId) }
  })
}
