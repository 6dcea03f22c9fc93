import type { AuthorizationStatus, IdToken } from '@stationmaster/ocpp'
import type { Car } from './car.ts'
import type { VirtualConnector } from './connector.ts'
import type { Core } from './core.ts'
import { admit, begin, end } from './session.ts'

/** What a tap came to: the central system's word, or that the station decided alone. */
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

/** A card is held to the reader: it ends the transaction that it began, or asks for leave and starts one. */
export async function tap(
  core: Core,
  connector: VirtualConnector,
  token: IdToken,
  scripted: { at?: Date; scripted?: boolean } = {},
): Promise<TapResult> {
  const waiting = connector.transaction?.awaitsLeave ? connector.transaction : null
  if (connector.transaction && !waiting) {
    if (connector.transaction.token?.token !== token.token) return 'refused'
    end(core, connector, { reason: 'Local', token })
    return 'Accepted'
  }
  if (!waiting && !chargeable(connector)) return 'refused'
  const { tokens, settings } = core
  const inList = tokens.listed(token.token, core.now().getTime())
  const known = inList === 'Accepted' && settings.allows('LocalPreAuthorize')
  const reply = known ? null : await core.say({ type: 'token.presented', token })
  const status = known ? 'Accepted' : reply?.type === 'authorization' ? reply.status : 'offline'
  if (reply?.type === 'authorization') tokens.remember(token.token, reply.status)
  const allowed = status === 'offline' ? allowedAlone(core, token, inList) : status === 'Accepted'
  if (!allowed || connector.transaction !== waiting) return status === 'offline' ? 'refused' : status
  if (connector.reservation && connector.reservation.token !== token.token) return 'refused'
  if (waiting) admit(core, connector, { token })
  else if (connector.plug) begin(core, connector, { token, ...scripted })
  else expect(core, connector, { token })
  return status
}

/** Whether a token may charge while nobody can be asked: by the list, then the cache, then as strangers may (1.6 clause 3.5). */
function allowedAlone(core: Core, { token }: IdToken, inList: 'Accepted' | 'refused' | null): boolean {
  const { settings, tokens } = core
  if (settings.allows('LocalAuthorizeOffline')) {
    if (inList !== null) return inList === 'Accepted'
    if (settings.allows('AuthorizationCacheEnabled') && tokens.cached(token)) return true
  }
  return settings.allows('AllowOfflineTxForUnknownId')
}

/** Lets somebody charge who has still to plug in, for as long as ConnectionTimeOut says. */
export function expect(
  core: Core,
  connector: VirtualConnector,
  who: { token: IdToken; remoteStartId?: number },
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
