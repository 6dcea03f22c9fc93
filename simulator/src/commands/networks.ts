import { type Payload, record } from '../link/payload.ts'
import { ownCertificate, trustsCentral } from '../link/trust.ts'
import type { Core } from '../station/core.ts'
import type { SettingAnswer } from '../station/settings.ts'

const mostSlots = 3

/** Answers SetNetworkProfile: kept in its slot, used once NetworkConfigurationPriority names it (2.0.1 part 2, B09). */
export function setNetworkProfile(core: Core, { configurationSlot, connectionData }: Payload): Payload {
  const slot = Number(configurationSlot)
  const { ocppCsmsUrl, securityProfile, ocppTransport } = record(connectionData)
  if (slot < 1 || slot > mostSlots || ocppTransport !== 'JSON') return { status: 'Rejected' }
  // a station may not be led to less safety than it has (B09.FR.04), nor to TLS that it cannot check
  if (Number(securityProfile) < core.settings.integer('SecurityProfile')) return { status: 'Rejected' }
  if (Number(securityProfile) > 1 && !trustsCentral(core)) return { status: 'Failed' }
  if (Number(securityProfile) === 3 && !ownCertificate(core)) return { status: 'Failed' }
  core.networks.set(slot, { url: String(ocppCsmsUrl), securityProfile: Number(securityProfile) })
  core.settings.put('NetworkConfiguration', 'OcppCsmsUrl', String(slot), String(ocppCsmsUrl))
  core.settings.put('NetworkConfiguration', 'SecurityProfile', String(slot), String(securityProfile))
  return { status: 'Accepted' }
}

/**
 * ChangeConfiguration of SecurityProfile: never down, and up only to what the station can check and show; the station reconnects by
 * itself, and as before if that fails (1.6 security whitepaper, clause 4.4).
 */
export function raiseProfile(core: Core, written: string): SettingAnswer {
  const profile = Number(written)
  const present = core.settings.integer('SecurityProfile')
  if (![1, 2, 3].includes(profile) || profile < present) return 'Rejected'
  if (profile > 1 && !trustsCentral(core)) return 'Rejected'
  if (profile === 3 && !ownCertificate(core)) return 'Rejected'
  if (profile > present) {
    core.soon(() => {
      core.uplink.move(core.options.secureUrl ?? core.uplink.url.replace(/^ws:/, 'wss:'), profile === 3)
      core.uplink.cut()
    })
  }
  return 'Accepted'
}

/** After a reboot: the central system that is set now, if it is another; the old one is dialled again when it is not reached. */
export function chooseCentral(core: Core): void {
  const priority = core.settings.byKey('NetworkConfigurationPriority')?.value.split(',')[0]
  const { certified } = core.uplink
  const network = core.networks.get(Number(priority))
  const wanted = core.traits.namesTransactions ? network?.url : core.settings.byKey('CentralSystemURL')?.value
  if (!wanted || !/^wss?:\/\//.test(wanted)) return
  core.uplink.move(wanted.replace(/\/+$/, ''), network ? network.securityProfile === 3 : certified)
}
