import { type Payload, record } from '../link/payload.ts'
import type { Core } from '../station/core.ts'

const beginsAfterMs = 100
const timeoutMs = 60_000

/** Answers GetDiagnostics with the file's name and uploads it (1.6 clause 5.9). */
export function getDiagnostics(core: Core, { location, startTime, stopTime }: Payload): Payload {
  const fileName = nameOf(core, 'diagnostics')
  upload(core, {
    fileName,
    location: String(location),
    from: startTime,
    to: stopTime,
    kind: 'DiagnosticsLog',
  })
  return { fileName }
}

/** Answers GetLog with the file's name and uploads it; one that is under way is called off (2.0.1 part 2, N01). */
export function getLog(core: Core, { log, logType, requestId }: Payload): Payload {
  const { remoteLocation, oldestTimestamp, latestTimestamp } = record(log)
  const filename = nameOf(core, logType === 'SecurityLog' ? 'security' : 'diagnostics')
  const replaces = core.uploading !== null
  upload(core, {
    fileName: filename,
    location: String(remoteLocation),
    from: oldestTimestamp,
    to: latestTimestamp,
    kind: String(logType),
    requestId: Number(requestId),
  })
  return { status: replaces ? 'AcceptedCanceled' : 'Accepted', filename }
}

interface Order {
  fileName: string
  location: string
  from: unknown
  to: unknown
  kind: string
  requestId?: number
}

function upload(core: Core, order: Order): void {
  core.uploading?.abort()
  const calledOff = new AbortController()
  core.uploading = calledOff
  core.options.agenda.after(beginsAfterMs, () => void send(core, order, calledOff))
}

async function send(core: Core, order: Order, calledOff: AbortController): Promise<void> {
  const { requestId } = order
  const tell = (status: string) =>
    core.say({ type: 'upload.changed', status, ...(requestId === undefined ? {} : { requestId }) })
  await tell('Uploading')
  const ended = await put(core, order, calledOff.signal)
  if (calledOff.signal.aborted) return
  core.uploading = null
  const failed = requestId === undefined ? 'UploadFailed' : ended
  await tell(ended === 'Uploaded' ? ended : failed)
}

async function put(
  core: Core,
  { location, fileName, from, to, kind }: Order,
  signal: AbortSignal,
): Promise<'Uploaded' | 'UploadFailure' | 'PermissionDenied' | 'NotSupportedOperation'> {
  if (!/^https?:\/\//i.test(location)) return 'NotSupportedOperation'
  try {
    const answer = await fetch(location, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain', 'content-disposition': `attachment; filename="${fileName}"` },
      body: logText(core, kind, timeOf(from) ?? 0, timeOf(to) ?? Number.POSITIVE_INFINITY),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (answer.status === 401 || answer.status === 403) return 'PermissionDenied'
    return answer.ok ? 'Uploaded' : 'UploadFailure'
  } catch {
    return 'UploadFailure'
  }
}

/** The controller's log as lines `instant level [connector] text`, oldest first. */
function logText(core: Core, kind: string, fromMs: number, toMs: number): string {
  const { plate, stationId, protocol } = core.options
  const lines = [...core.logbook]
  if (kind !== 'SecurityLog') {
    for (const { connector, id, startedAt, meterStartWh, ended } of core.transactions) {
      lines.push({
        at: startedAt,
        connector,
        level: 'info',
        text: `transaction ${id} began at ${meterStartWh} Wh`,
      })
      if (!ended) continue
      const text = `transaction ${id} ended at ${ended.meterStopWh} Wh, ${ended.reason}`
      lines.push({ at: ended.at, connector, level: 'info', text })
    }
  }
  const first = {
    at: core.now(),
    connector: 0,
    level: 'info',
    text: `${plate.vendorName} ${plate.model} ${stationId}, firmware ${plate.firmwareVersion}, ${protocol}`,
  }
  const meant = lines.filter(({ at }) => at.getTime() >= fromMs && at.getTime() <= toMs)
  return [...meant, first]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, level, connector, text }) => `${at.toISOString()} ${level} [${connector}] ${text}\n`)
    .join('')
}

const nameOf = (core: Core, kind: string): string =>
  `${core.options.stationId}-${kind}-${core.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.log`

const timeOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null)
