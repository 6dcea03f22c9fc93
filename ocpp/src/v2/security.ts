import type { Raising, Version } from '../commands/actions.ts'
import { integer, list, record, text } from '../messages/reading.ts'
import type { CommandOf } from '../station-command.ts'

/** BasicAuthPassword takes 16 to 40 characters as they stand (2.0.1 part 2, A01). */
export const passwordReadings: Version['passwordReadings'] = (password) => [Buffer.from(password)]

const priority = { component: 'OCPPCommCtrlr', name: 'NetworkConfigurationPriority' }

/** What a network profile calls a version; stations of 2.1 ignore it. */
export type NamedVersion = 'OCPP20' | 'OCPP21'

/** Keeps how a central system is reached, for when the slot is chosen. */
export const networkProfile = (
  ocppVersion: NamedVersion,
  configurationSlot: number,
  { url, securityProfile }: { url: string; securityProfile: number },
): CommandOf<'raw'> => ({
  type: 'raw',
  action: 'SetNetworkProfile',
  payload: {
    configurationSlot,
    connectionData: {
      ocppVersion,
      ocppTransport: 'JSON',
      ocppCsmsUrl: url,
      messageTimeout: 30,
      securityProfile,
      ocppInterface: 'Wired0',
    },
  },
})

/** A free slot takes the new connection, the present ones stay behind it to fall back on (2.0.1 part 2, A05, B09, B10). */
export function* raiseProfile(
  version: NamedVersion,
  { securityProfile, url }: CommandOf<'raise_profile'>,
): Raising {
  const variable = { component: { name: priority.component }, variable: { name: priority.name } }
  const { payload } = yield { type: 'raw', action: 'GetVariables', payload: { getVariableData: [variable] } }
  const listed = text(record(list(payload.getVariableResult)[0]).attributeValue) ?? ''
  const present = listed.split(',').flatMap((slot) => integer(slot) ?? [])
  const slot = [1, 2, 3].find((one) => !present.includes(one)) ?? 3
  yield networkProfile(version, slot, { url, securityProfile })
  const slots = [slot, ...present.filter((one) => one !== slot)]
  yield { type: 'configure', ...priority, value: slots.join(',') }
  yield { type: 'reset', whenIdle: true }
}
