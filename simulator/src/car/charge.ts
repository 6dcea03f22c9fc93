import type { IdToken, StationReply } from '@stationmaster/ocpp'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { VirtualConnector } from '../station/connector.ts'
import type { Core } from '../station/core.ts'
import { plugIn, tap, unplug } from '../station/driver.ts'
import { end, sample } from '../station/session.ts'
import { type TransactionView, viewOf } from '../station/transaction.ts'

/** A whole session reported at once, with exact registers. */
export interface ChargeOptions {
  connector?: number
  token?: string | IdToken
  energyWh: number
  /** how many meter values are sent on the way; 3 by default */
  samples?: number
  /** by default as long as the connector needs at 90 % of its power, and at least a minute */
  durationMs?: number
  /**
   * By default: now, where the clock can be moved on (it then is). Else so long ago that the session ends now, but
   * not before the last one on this connector ended.
   */
  startedAt?: Date
  reason?: string
  /** leave the car plugged in */
  staysPlugged?: boolean
}

/** A finished session; its messages may be said again as they were. */
export interface Charge extends TransactionView {
  resendStart(): Promise<StationReply | null>
  resendStop(): Promise<StationReply | null>
}

/** Plugs in, taps, charges `energyWh`, stops and unplugs; throws when the token is not accepted. */
export async function chargeAtOnce(
  core: Core,
  connector: VirtualConnector,
  token: IdToken,
  options: ChargeOptions,
): Promise<Charge> {
  const { energyWh, samples = 3, reason = 'Local' } = options
  const neededMs = Math.ceil((energyWh * HOUR_MS) / (0.9 * connector.ratedW))
  const durationMs = options.durationMs ?? Math.max(MINUTE_MS, neededMs)
  const { clock } = core.options
  const startedAt = options.startedAt ?? (clock.advance ? core.now() : backdated(core, connector, durationMs))
  let elapsedMs = 0
  const passTo = (ms: number) => {
    if (!options.startedAt) clock.advance?.(ms - elapsedMs)
    elapsedMs = ms
    return new Date(startedAt.getTime() + ms)
  }
  if (connector.plug) connector.plug = { car: null }
  else plugIn(core, connector, null, startedAt)
  await core.settled()
  const result = await tap(core, connector, token, { at: startedAt, scripted: true })
  const { transaction } = connector
  if (!transaction)
    throw new Error(`${core.options.stationId}: the tap of ${token.token} was answered ${result}`)
  await core.settled()
  connector.scriptedW = Math.round((energyWh * HOUR_MS) / durationMs)
  let reportedWh = 0
  for (let index = 1; index <= samples; index += 1) {
    const dueWh = Math.floor((energyWh * index) / (samples + 1))
    connector.jump(dueWh - reportedWh)
    reportedWh = dueWh
    await answered(
      core,
      sample(core, connector, { at: passTo(Math.floor((durationMs * index) / (samples + 1))) }),
    )
  }
  connector.jump(energyWh - reportedWh)
  connector.scriptedW = 0
  const endedAt = passTo(durationMs)
  end(core, connector, { reason, token, at: endedAt })
  if (!options.staysPlugged) unplug(core, connector, endedAt)
  await core.settled()
  return {
    ...viewOf(transaction),
    resendStart: transaction.repeatStart,
    resendStop: async () => transaction.repeatStop?.() ?? null,
  }
}

function backdated(core: Core, connector: VirtualConnector, durationMs: number): Date {
  const last = core.transactions.findLast((one) => one.connector === connector.number && one.ended)
  const earliest = last?.ended ? last.ended.at.getTime() + SECOND_MS : 0
  return new Date(Math.max(core.now().getTime() - durationMs, earliest))
}

/** Waits for the answer, or goes on when there is no connection to get one. */
function answered(core: Core, reply: Promise<unknown>): Promise<unknown> {
  return Promise.race([reply, core.settled()])
}
