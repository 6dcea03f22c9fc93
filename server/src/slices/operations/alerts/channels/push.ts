import { HOUR_MS } from '@stationmaster/units'
import type { Clock } from '../../../../platform/general/clock.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { isOfService } from '../../../public/notices/web-push/push-services.ts'
import { type PushOutcome, sendPush } from '../../../public/notices/web-push/send.ts'
import { ServerKey } from '../../../public/notices/web-push/server-key.ts'
import {
  type DeviceRow,
  findStaffDevice,
  listStaffDevices,
  removeGoneDevice,
  upsertStaffDevice,
} from '../store/device-store.ts'
import type { Message, Person, PersonalMeans } from './means.ts'

interface PushParts {
  db: Db
  clock: Clock
  jobs: Jobs
  secretKey: string
  /** where browsers' push services are; none: nobody is notified in a browser */
  services: readonly string[]
  linkTo(path: string): string
}

/** A notice for one browser, as its job carries it. */
interface Notice {
  deviceId: number
  id: string
  title: string
  body: string
  path: string
  at: string
}

/** browsers of one person */
const most = 5
/** a notice that came nowhere for so long says nothing new */
const freshMs = HOUR_MS

/** Tells people in their browsers, by Web Push, with the key that drivers' notices have too. */
export class StaffPush implements PersonalMeans {
  private readonly key: ServerKey

  constructor(private readonly parts: PushParts) {
    this.key = new ServerKey(parts.secretKey)
    parts.jobs.work('staff-notice', (notice: Notice) => this.deliver(notice))
  }

  /** What browsers subscribe to; null: no notices are sent. */
  get publicKey(): string | null {
    return this.parts.services.length > 0 ? this.key.publicKey : null
  }

  /** Keeps a browser of a person; answers its id. Throws notices.unknown_service. */
  async subscribe(
    tx: Tx,
    managerId: number,
    { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
    userAgent: string,
  ): Promise<number> {
    if (!isOfService(endpoint, this.parts.services)) throw new Failure('notices.unknown_service')
    const keys = { publicKey: p256dh, authSecret: auth }
    return upsertStaffDevice(
      tx,
      managerId,
      { endpoint, ...keys, userAgent, at: this.parts.clock.now() },
      most,
    )
  }

  async tell(tx: Tx, person: Person, message: Message): Promise<void> {
    const at = this.parts.clock.now().toISOString()
    for (const { id } of await listStaffDevices(tx, person.id))
      await this.parts.jobs.send(tx, 'staff-notice', noticeOf(id, message, at))
  }

  /** Sends a person's browsers a message at once; answers how many took it, and of how many. */
  async tryAll(managerId: number, message: Message): Promise<{ taken: number; all: number }> {
    const devices = await listStaffDevices(this.parts.db, managerId)
    const at = this.parts.clock.now().toISOString()
    const outcomes = await Promise.all(devices.map((one) => this.send(one, noticeOf(one.id, message, at))))
    return { taken: outcomes.filter((one) => one === 'sent').length, all: devices.length }
  }

  /** Sends a notice; a push service that is away has the job done again. */
  private async deliver(notice: Notice): Promise<void> {
    const { db, clock } = this.parts
    if (clock.now().getTime() - Date.parse(notice.at) > freshMs) return
    const device = await findStaffDevice(db, notice.deviceId)
    if (!device) return
    const outcome = await this.send(device, notice)
    if (outcome === 'away') throw new Error('The push service of a browser did not take a notice.')
  }

  private async send(device: DeviceRow, { id, title, body, path }: Notice): Promise<PushOutcome> {
    const { db, clock, linkTo } = this.parts
    const text = JSON.stringify({ id, kind: 'incident', title, body, path })
    const outcome = await sendPush(
      { endpoint: device.endpoint, keys: device, text, topic: topicOf(id) },
      { key: this.key, contact: linkTo('/'), now: clock.now() },
    )
    if (outcome === 'gone') await removeGoneDevice(db, device.id)
    return outcome
  }
}

/** a push service takes 32 characters of base64url at most (RFC 8030, 5.4) */
const topicOf = (id: string): string => id.replaceAll(/[^\w-]/g, '').slice(0, 32)

const noticeOf = (deviceId: number, { id, title, lines, link }: Message, at: string): Notice => ({
  deviceId,
  id,
  title,
  body: lines.slice(0, 3).join('\n'),
  path: new URL(link).pathname,
  at,
})
