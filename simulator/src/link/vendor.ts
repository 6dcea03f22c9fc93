import type { Core } from '../station/core.ts'

/** The vendor whose DataTransfer messages the product understands. */
export const ownVendorId = 'autoenterprise'

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

/** The make whose controllers write a log of their own. */
const loggingVendor = 'AutoEnterprise'

/** Sends one of the lines that such a controller writes day in, day out. */
async function sendRoutineLog(core: Core): Promise<void> {
  const { random } = core.options
  const connector = random.integer(1, core.connectors.length)
  const line = random.pick([
    () => sendLog(core, 0, 'info', `Board ${random.integer(28, 52)} °C, fan ${random.integer(0, 6) * 10} %`),
    () => sendLog(core, 0, 'debug', `Modem: signal ${core.rssi} of 32, registered in the home network`),
    () => sendLog(core, 0, 'info', `Clock set by the server, drift ${random.integer(-40, 40)} ms`),
    () => sendLog(core, connector, 'debug', `Insulation ${random.integer(480, 990)} kOhm, contactor open`),
    () => sendLog(core, connector, 'warning', `Pilot voltage ${random.integer(84, 88) / 10} V for 200 ms`),
  ])
  await line()
}

const firstWithinMs = 10_000

/** Sends both periodic messages, soon and then now and again, the signal wandering a little. */
export function keepSendingVendorMessages(core: Core): void {
  const { vendorEveryMs, agenda, random } = core.options
  if (vendorEveryMs <= 0) return
  const turn = () => {
    if (!core.uplink.accepted) {
      agenda.after(Math.min(vendorEveryMs, firstWithinMs), turn)
      return
    }
    core.rssi = Math.min(32, Math.max(0, core.rssi + random.integer(-1, 1)))
    void sendMiscInfo(core)
    void sendExtendedMeterValues(core)
    if (core.options.plate.vendorName === loggingVendor) void sendRoutineLog(core)
    agenda.after(vendorEveryMs * random.between(0.8, 1), turn)
  }
  agenda.after(Math.min(vendorEveryMs, firstWithinMs) * random.next(), turn)
}

async function vendor(core: Core, messageId: string, content: unknown): Promise<void> {
  await core.say({ type: 'vendor.message', vendorId: ownVendorId, messageId, content })
}
