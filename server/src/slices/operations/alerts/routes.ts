import { randomUUID } from 'node:crypto'
import { type AlertChannel, type AlertRule, contract } from '@stationmaster/contract'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { languageOf } from '../../../platform/general/language.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { listTargetStates } from '../../../platform/jobs/deliveries/store.ts'
import { deviceOf } from '../../people/managers/signing-in/device.ts'
import { countedMs } from './alerts.ts'
import { type Channels, deliveryChannel } from './channels/channels.ts'
import type { StaffPush } from './channels/push.ts'
import {
  addChannel,
  addRule,
  changeRule,
  dropChannel,
  dropRule,
  type EditParts,
  findOwnChannel,
  ownerOf,
} from './edit.ts'
import { listChannels } from './store/channel-store.ts'
import { listPeople, listStaffDevices, removeStaffDevice } from './store/device-store.ts'
import { listRules, type RuleRow } from './store/rule-store.ts'
import { testMessage } from './words.ts'

interface RouteParts extends EditParts {
  channels: Channels
  push: StaffPush
  linkTo(path: string): string
}

const viewRule = ({ ownerId, changedAt, changedBy, ...rule }: RuleRow): AlertRule => ({
  ...rule,
  network: ownerId === null,
  changed_at: changedAt.toISOString(),
  changed_by: changedBy,
})

async function viewChannels({ db }: EditParts, caller: Caller): Promise<AlertChannel[]> {
  const channels = await listChannels(db, ownerOf(caller))
  const states = await listTargetStates(
    db,
    deliveryChannel,
    channels.map(({ id }) => String(id)),
  )
  return channels.map(({ id, kind, name, target, language, ownerId }) => {
    const state = states.find((one) => one.target === String(id))
    return {
      id,
      kind,
      name,
      target,
      language,
      network: ownerId === null,
      error: state?.error ?? null,
      failing_since: state?.failingSince?.toISOString() ?? null,
      delivered_at: state?.deliveredAt?.toISOString() ?? null,
    }
  })
}

/** Rules that say who is notified of incidents, and the channels that they name. */
export function alertRoutes(rest: Rest, parts: RouteParts): void {
  const { db, clock } = parts
  const { alerts } = contract
  const rules = async (caller: Caller) => {
    const since = new Date(clock.now().getTime() - countedMs)
    return (await listRules(db, { ownerId: ownerOf(caller), since })).map(viewRule)
  }
  route(rest, alerts.rules, ({ caller }) => rules(caller))
  route(rest, alerts.addRule, async ({ body, caller, remoteAddress }) => {
    await addRule(parts, { caller, remoteAddress }, body)
    return rules(caller)
  })
  route(rest, alerts.changeRule, async ({ params, body, caller, remoteAddress }) => {
    await changeRule(parts, { caller, remoteAddress }, params.id, body)
    return rules(caller)
  })
  route(rest, alerts.removeRule, async ({ params, caller, remoteAddress }) => {
    await dropRule(parts, { caller, remoteAddress }, params.id)
    return undefined
  })
  route(rest, alerts.people, ({ caller }) => listPeople(db, ownerOf(caller)))
  channelRoutes(rest, parts)
  deviceRoutes(rest, parts)
}

function channelRoutes(rest: Rest, parts: RouteParts): void {
  const { alerts } = contract
  route(rest, alerts.channels, ({ caller }) => viewChannels(parts, caller))
  route(rest, alerts.addChannel, async ({ body, caller, remoteAddress }) => {
    await addChannel(parts, { caller, remoteAddress }, body)
    return viewChannels(parts, caller)
  })
  route(rest, alerts.removeChannel, async ({ params, caller, remoteAddress }) => {
    await dropChannel(parts, { caller, remoteAddress }, params.id)
    return undefined
  })
  route(rest, alerts.testChannel, async ({ params, caller, remoteAddress }) => {
    const channel = await findOwnChannel(parts.db, caller, params.id)
    await audit(parts.db, {
      caller,
      remoteAddress,
      action: 'alert_channel.test',
      subjectType: 'alert_channel',
      subjectId: channel.id,
      at: parts.clock.now(),
    })
    const outcome = await parts.channels.send(
      channel,
      testMessage(`test-${randomUUID()}`, channel.language, parts),
    )
    return { error: outcome.kind === 'done' ? null : outcome.error }
  })
}

function deviceRoutes(rest: Rest, parts: RouteParts): void {
  const { db, clock, push } = parts
  const { alerts } = contract
  route(rest, alerts.devices, async ({ caller }) => ({
    push_key: push.publicKey,
    devices: (await listStaffDevices(db, caller.id)).map(({ id, userAgent, at }) => ({
      id,
      name: deviceOf(userAgent),
      since: at.toISOString(),
    })),
  }))
  route(rest, alerts.addDevice, async ({ body, caller, remoteAddress, request }) => {
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
    const id = await inTransaction(db, async (tx) => {
      const made = await push.subscribe(tx, caller.id, body, userAgent)
      const entry = { action: 'staff_device.add', subjectType: 'manager', subjectId: caller.id }
      await audit(tx, { caller, remoteAddress, ...entry, at: clock.now() })
      return made
    })
    return { id }
  })
  route(rest, alerts.removeDevice, async ({ params, caller, remoteAddress }) => {
    await inTransaction(db, async (tx) => {
      if (!(await removeStaffDevice(tx, caller.id, params.id))) throw new Failure('notices.unknown_device')
      const entry = { action: 'staff_device.remove', subjectType: 'manager', subjectId: caller.id }
      await audit(tx, { caller, remoteAddress, ...entry, at: clock.now() })
    })
    return undefined
  })
  route(rest, alerts.testDevices, async ({ caller, request }) => {
    const message = testMessage(randomUUID(), languageOf(request.headers['accept-language']), parts)
    const { taken, all } = await push.tryAll(caller.id, message)
    return { error: taken === all && all > 0 ? null : `${taken}/${all}` }
  })
}
