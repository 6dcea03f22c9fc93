import type { AuthorizationStatus, IdToken } from '@stationmaster/ocpp'
import type { Car } from '../car/car.ts'
import type { VirtualConnector } from './connector.ts'
import type { Core } from './core.ts'
import type { Known } from './known-tokens.ts'
import { admit, begin, end } from './session.ts'

/** IdTokenType of contracts */
export const contractType = 'eMAID'

/** The result of a tap: the central system's answer, or the station's own decision. */
export type TapResult = AuthorizationStatus | 'offline' | 'refused'

/** A car (or, with null, a plug that draws nothing) is connected; somebody who was expected starts charging. */
export function plugIn(core: Core, connector: VirtualConnector, car: Car | null, at?: Date): void {
  if (connector.plug) throw new Error(`connector ${connector.number} is already plugged in`)
  core.advance()
  connector.plug = { car }
  connector.finishing = false
  const { expecting } = connector
  core.announce(connector, at)
  if (!chargeable(connector)) return
  if (expecting) begin(core, connector, expecting)
  else if (core.options.plugFirst && core.traits.namesTransactions)
    begin(core, connector, { ...(at ? { at } : {}), awaitsLeave: true })
}

/** The cable leaves the car; a running transaction ends with EVDisconnected. */
export function unplug(core: Core, connector: VirtualConnector, at?: Date): void {
  if (!connector.plug) return
  end(core, connector, { reason: 'EVDisconnected' })
  connector.plug = null
  connector.finishing = false
  core.announce(connector, at)
}

/**
 * A card is held to the reader: it ends the transaction that it, or another of its group, began; else it asks for leave and
 * starts one. A master pass ends any and starts none.
 */
export async function tap(
  core: Core,
  connector: VirtualConnector,
  token: IdToken,
  scripted: { at?: Date; scripted?: boolean } = {},
): Promise<TapResult> {
  const waiting = connector.transaction?.awaitsLeave ? connector.transaction : null
  if (!waiting && connector.transaction?.token?.token === token.token) {
    end(core, connector, { reason: 'Local', token })
    return 'Accepted'
  }
  if (!connector.transaction && !chargeable(connector)) return 'refused'
  if (!connector.transaction && core.now().getTime() < connector.paidOnWebUntilMs) return 'refused'
  const { result, allowed, group } = await leaveOf(core, token)
  if (!allowed) return result
  const masterPass = isMasterPass(core, group)
  const running = connector.transaction
  if (running && (running !== waiting || masterPass)) {
    if (!masterPass && !sameGroup(running.group, group)) return 'refused'
    end(core, connector, { reason: masterPass ? 'MasterPass' : 'Local', token })
    return result
  }
  if (masterPass || !mayUse(connector.reservation, token, group)) return 'refused'
  const who = { token, ...(group === null ? {} : { group }) }
  if (running) admit(core, connector, who)
  else if (connector.plug) begin(core, connector, { ...who, ...scripted })
  else expect(core, connector, who)
  return result
}

/** What is said of a card: by the list where it goes first, by the central system, or by the station alone. */
async function leaveOf(
  core: Core,
  token: IdToken,
): Promise<{ result: TapResult; allowed: boolean; group: string | null }> {
  const { tokens, settings } = core
  const inList = tokens.listed(token.token, core.now().getTime())
  if (inList?.accepted && settings.allows('LocalPreAuthorize')) {
    return { result: 'Accepted', allowed: true, group: inList.group }
  }
  // the station leaves it to the central system to check the chain
  const chain = token.type === contractType ? core.options.contracts?.[token.token] : undefined
  const proof = chain === undefined ? {} : { proof: { chain } }
  const reply = await core.say({ type: 'token.presented', token, ...proof })
  if (reply?.type === 'authorization') {
    tokens.remember(token.token, reply)
    return { result: reply.status, allowed: reply.status === 'Accepted', group: reply.group ?? null }
  }
  const alone = allowedAlone(core, token, inList)
  return { result: alone ? 'offline' : 'refused', allowed: alone !== null, group: alone?.group ?? null }
}

/** A token that may charge without a connection: by the list, then the cache, then the rule for unknown tokens (1.6 clause 3.5). */
function allowedAlone(core: Core, { token }: IdToken, inList: Known | null): Known | null {
  const { settings, tokens } = core
  if (settings.allows('LocalAuthorizeOffline')) {
    if (inList !== null) return inList.accepted ? inList : null
    const cached = settings.allows('AuthorizationCacheEnabled')
      ? tokens.cached(token, core.now().getTime())
      : null
    if (cached) return cached
  }
  return settings.allows('AllowOfflineTxForUnknownId') ? { accepted: true, group: null } : null
}

const sameGroup = (one: string | null, other: string | null): boolean => one !== null && one === other

/** Whether a reservation, if there is one, is for this card or its group. */
const mayUse = (
  reservation: VirtualConnector['reservation'],
  { token }: IdToken,
  group: string | null,
): boolean => !reservation || reservation.token === token || sameGroup(reservation.group, group)

/** Only 2.0.1 knows the group whose cards end any transaction and start none (part 2, C16). */
function isMasterPass({ settings, traits }: Core, group: string | null): boolean {
  const master = settings.byKey('MasterPassGroupId')?.value ?? ''
  return traits.namesTransactions && group !== null && group.toUpperCase() === master.toUpperCase()
}

/** Allows a driver who has not plugged in yet to charge, for as long as ConnectionTimeOut says. */
export function expect(
  core: Core,
  connector: VirtualConnector,
  who: { token: IdToken; group?: string; remoteStartId?: number },
): void {
  connector.expecting?.cancel()
  const cancel = core.options.agenda.after(core.settings.integer('ConnectionTimeOut') * 1000, () => {
    connector.expecting = null
    core.announce(connector)
  })
  connector.expecting = { ...who, cancel }
  core.announce(connector)
}

/** Whether a transaction could start here. */
export function chargeable(connector: VirtualConnector): boolean {
  return connector.operative && connector.fault === null && connector.transaction === null
}

/** The connector breaks: a running transaction ends and the status tells the error code. */
export function breakDown(
  core: Core,
  connector: VirtualConnector,
  fault: { code: string; info?: string },
): void {
  core.advance()
  connector.fault = fault
  end(core, connector, { reason: 'Other' })
  core.announce(connector)
}

/** The connector works again. */
export function recover(core: Core, connector: VirtualConnector): void {
  core.advance()
  connector.fault = null
  core.announce(connector)
}
