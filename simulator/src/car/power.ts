import { chooseCentral } from '../commands/networks.ts'
import type { Core } from '../station/core.ts'
import { end } from '../station/session.ts'

export interface RebootOptions {
  /** the power goes at once: the socket drops and nothing is said before; else transactions end first */
  hard?: boolean
  /** after a hard reboot: the same transactions go on; else they end with a stop that was queued */
  sameTransaction?: boolean
  /** stop reason of the transactions that end */
  reason?: string
  /** 2.0.1 BootReason */
  bootReason?: string
}

/** Reboots the station; resolves when it has power again (not when it is connected). */
export async function reboot(core: Core, options: RebootOptions = {}): Promise<void> {
  const { hard = false, sameTransaction = false } = options
  core.resetPending = false
  core.bootReason = options.bootReason ?? 'LocalReset'
  if (!hard) {
    endAll(core, options.reason ?? 'Reboot')
    await core.settled()
  }
  core.advance()
  core.powered = false
  if (hard) core.uplink.turnOff()
  else await core.uplink.close()
  const endedAt = core.now()
  await new Promise<void>((resolve) => core.options.agenda.after(core.options.rebootMs, resolve))
  core.advance()
  core.powered = true
  if (!sameTransaction) endAll(core, options.reason ?? 'PowerLoss', endedAt)
  core.settings.rebooted()
  chooseCentral(core)
  core.write('info', 0, `boot: ${core.bootReason}`)
  core.uplink.turnOn()
}

/** Resets once nothing charges any more, where a reset waits for that. */
export function resetWhenIdle(core: Core): void {
  if (!core.resetPending || core.connectors.some(({ transaction }) => transaction)) return
  core.resetPending = false
  void reboot(core, { bootReason: 'RemoteReset' })
}

function endAll(core: Core, reason: string, at?: Date): void {
  for (const connector of core.connectors) end(core, connector, { reason, ...(at ? { at } : {}) })
}
