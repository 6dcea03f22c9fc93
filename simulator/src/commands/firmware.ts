import { createHash } from 'node:crypto'
import { first, last } from '@stationmaster/units'
import { reboot } from '../car/power.ts'
import { type Payload, record } from '../link/payload.ts'
import type { Core } from '../station/core.ts'
import { certificateIn } from './certificates.ts'

const pauseMs = 300
const mostFirmwareBytes = 256 * 1024 * 1024
const timeoutMs = 60_000

interface Update {
  requestId: number | undefined
  location: string
  retrieveAt: number
  installAt: number
  /** real checks come with a signature */
  signed: boolean
}

/** Answers UpdateFirmware of either version and SignedUpdateFirmware; the update goes its way afterwards. */
export function updateFirmware(core: Core, payload: Payload): Payload {
  const firmware = { ...payload, ...record(payload.firmware) }
  const { requestId, location, signingCertificate } = firmware
  const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : 0)
  const update: Update = {
    requestId: typeof requestId === 'number' ? requestId : undefined,
    location: String(location),
    retrieveAt: timeOf(firmware.retrieveDate ?? firmware.retrieveDateTime),
    installAt: timeOf(firmware.installDateTime),
    signed: signingCertificate !== undefined,
  }
  if (update.signed && !certificateIn(signingCertificate)) return { status: 'InvalidCertificate' }
  const replaces = core.updating !== null
  core.updating?.()
  let wanted = true
  core.updating = () => {
    wanted = false
  }
  core.soon(() => void run(core, update, () => wanted))
  if (update.requestId === undefined) return {}
  return { status: replaces ? 'AcceptedCanceled' : 'Accepted' }
}

async function run(core: Core, update: Update, wanted: () => boolean): Promise<void> {
  const { requestId } = update
  const tell = async (status: string) => {
    core.firmwareStatus = status
    await core.say({ type: 'firmware.changed', status, ...(requestId === undefined ? {} : { requestId }) })
  }
  if (update.retrieveAt > core.now().getTime() && requestId !== undefined) await tell('DownloadScheduled')
  await until(core, update.retrieveAt)
  if (!wanted()) return
  await tell('Downloading')
  const file = await downloaded(update.location)
  await pause(core)
  if (!wanted()) return
  if (file) await tell('Downloaded')
  if (file && update.signed) await tell('SignatureVerified')
  if (!file) {
    core.updating = null
    return tell('DownloadFailed')
  }
  if (update.installAt > core.now().getTime() && requestId !== undefined) await tell('InstallScheduled')
  await until(core, update.installAt)
  while (wanted() && core.connectors.some(({ transaction }) => transaction)) await pause(core)
  if (!wanted()) return
  await tell('Installing')
  await pause(core)
  core.updating = null
  if (requestId !== undefined) await tell('InstallRebooting')
  core.options.plate.firmwareVersion =
    versionIn(update.location) ?? nextOf(core.options.plate.firmwareVersion)
  await reboot(core, { bootReason: 'FirmwareUpdate' })
  await core.waiting
    .until(() => core.uplink.accepted, 'a boot with the new firmware', timeoutMs)
    .catch(() => null)
  await tell('Installed')
  core.firmwareStatus = 'Idle'
}

const pause = (core: Core) => new Promise<void>((resolve) => core.options.agenda.after(pauseMs, resolve))

function until(core: Core, instant: number): Promise<void> {
  return new Promise((resolve) =>
    core.options.agenda.after(Math.max(1, instant - core.now().getTime()), resolve),
  )
}

/** The bytes of a file over HTTP; null when there is none to be had. */
async function downloaded(location: string): Promise<{ md5: string } | null> {
  if (!/^https?:\/\//i.test(location)) return null
  try {
    const answer = await fetch(location, { signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok || !answer.body) return null
    const hash = createHash('md5')
    let bytes = 0
    for await (const part of answer.body) {
      bytes += part.byteLength
      if (bytes > mostFirmwareBytes) return null
      hash.update(part)
    }
    return { md5: hash.digest('hex') }
  } catch {
    return null
  }
}

function versionIn(location: string): string | undefined {
  return /\d+(?:\.\d+)+/.exec(last(first(location.split(/[?#]/)).split('/')))?.[0]
}

/** 1.4.2 is followed by 1.4.3. */
function nextOf(version = '1.0.0'): string {
  return version.replace(/\d+$/, (last) => String(Number(last) + 1))
}

/** Answers PublishFirmware: takes a file and offers it to the stations behind this one (2.0.1 part 2, L03). */
export function publishFirmware(core: Core, { requestId, location, checksum }: Payload): Payload {
  const tell = (status: string, more: Payload = {}) =>
    core.note('PublishFirmwareStatusNotification', { status, requestId, ...more })
  core.soon(async () => {
    tell('Downloading')
    const file = await downloaded(String(location))
    if (!file) return tell('DownloadFailed')
    tell('Downloaded')
    if (file.md5 !== String(checksum).toLowerCase()) return tell('InvalidChecksum')
    tell('ChecksumVerified')
    core.published.add(file.md5)
    tell('Published', { location: [`http://${core.options.stationId.toLowerCase()}.local/${file.md5}`] })
  })
  return { status: 'Accepted' }
}

/** Answers UnpublishFirmware (2.0.1 part 2, L04). */
export function unpublishFirmware(core: Core, { checksum }: Payload): Payload {
  return { status: core.published.delete(String(checksum).toLowerCase()) ? 'Unpublished' : 'NoFirmware' }
}
