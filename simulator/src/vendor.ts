import type { Core } from './core.ts'

/** The vendor whose DataTransfer messages the product understands. */
export const VENDOR_ID = 'autoenterprise'

export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** Sends what the modem and the case tell: signal 0 to 32 and whether the case is open. */
export async function sendMiscInfo(core: Core): Promise<void> {
  await vendor(core, 'miscInfo', { rssi: core.rssi, tamper: core.tamper })
}

/** Sends the extended values of every connector's meter. */
export async function sendExtendedMeterValues(core: Core): Promise<void> {
  core.advance()
  const values = core.connectors.map((connector) => [`connector_${connector.number}`, connector.extended()])
  await vendor(core, 'extendedMeterValues', Object.fromEntries(values))
}

/** Sends a line of the controller's log; connector 0 is the station. */
export async function sendLog(core: Core, connector: number, level: LogLevel, text: string): Promise<void> {
  await vendor(core, 'log', { connector, level, text })
}

const FIRST_WITHIN_MS = 10_000

/** Sends both periodic messages, soon and then now and again, the signal wandering a little. */
export function keepSendingVendorMessages(core: Core): void {
  const { vendorEveryMs, agenda, random } = core.options
  if (vendorEveryMs <= 0) return
  const turn = () => {
    if (!core.uplink.accepted) {
      agenda.after(Math.min(vendorEveryMs, FIRST_WITHIN_MS), turn)
      return
    }
    core.rssi = Math.min(32, Math.max(0, core.rssi + random.integer(-1, 1)))
    void sendMiscInfo(core)
    void sendExtendedMeterValues(core)
    agenda.after(vendorEveryMs * random.between(0.8, 1), turn)
  }
  agenda.after(Math.min(vendorEveryMs, FIRST_WITHIN_MS) * random.next(), turn)
}

async function vendor(core: Core, messageId: string, content: unknown): Promise<void> {
  await core.say({ type: 'vendor.message', vendorId: VENDOR_ID, messageId, content })
}
