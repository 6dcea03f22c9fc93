import { trustsCentral } from './certificates.ts'
import type { Core } from './core.ts'
import { type Payload, record } from './payload.ts'

const MOST_SLOTS = 3

/** Answers SetNetworkProfile: kept in its slot, used once NetworkConfigurationPriority names it (2.0.1 part 2, B09). */
export function setNetworkProfile(core: Core, { configurationSlot, connectionData }: Payload): Payload {
  const slot = Number(configurationSlot)
  const { ocppCsmsUrl, securityProfile, ocppTransport } = record(connectionData)
  if (slot < 1 || slot > MOST_SLOTS || ocppTransport !== 'JSON') return { status: 'Rejected' }
  // a station may not be led to less safety than it has (B09.FR.04), nor to TLS that it cannot check
  if (Number(securityProfile) < core.settings.integer('SecurityProfile')) return { status: 'Rejected' }
  if (Number(securityProfile) > 1 && !trustsCentral(core)) return { status: 'Failed' }
  core.networks.set(slot, String(ocppCsmsUrl))
  core.settings.put('NetworkConfiguration', 'OcppCsmsUrl', String(slot), String(ocppCsmsUrl))
  core.settings.put('NetworkConfiguration', 'SecurityProfile', String(slot), String(securityProfile))
  return { status: 'Accepted' }
}

/** After a reboot: the central system that is set now, if it is another; the old one is dialled again when it is not reached. */
export function chooseCentral(core: Core): void {
  const priority = core.settings.byKey('NetworkConfigurationPriority')?.value.split(',')[0]
  const wanted = core.traits.namesTransactions
    ? core.networks.get(Number(priority))
    : core.settings.byKey('CentralSystemURL')?.value
  if (wanted && /^wss?:\/\//.test(wanted)) core.uplink.move(wanted.replace(/\/+$/, ''))
}
