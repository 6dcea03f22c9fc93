import { loadKnownStations } from '../../../stations/stations/connecting/traffic-store.ts'
import { findConfiguration } from '../../../stations/stations/description/configuration-store.ts'
import type { CommandParts } from '../parts.ts'
import {
  codeComponent,
  codeLength,
  codeSeconds,
  codeSecretOf,
  codeTemplate,
  codeVersion,
} from './code-rules.ts'

export interface CodeParts extends Pick<CommandParts, 'db' | 'links'> {
  secretKey: string
  baseUrl(): string
}

/** Sets up the codes of stations that have reported that they can show one, for the whole station or for an EVSE. */
export async function sendCodes(parts: CodeParts, stationIds: readonly string[]): Promise<void> {
  await Promise.all(stationIds.map((stationId) => sendCode(parts, stationId)))
}

async function sendCode({ db, links, secretKey, baseUrl }: CodeParts, stationId: string): Promise<void> {
  const settings = (await findConfiguration(db, stationId))?.settings ?? []
  const components = new Set(
    settings.flatMap(({ component }) =>
      component === codeComponent || component?.startsWith(`${codeComponent}@`) ? [component] : [],
    ),
  )
  const station = components.size > 0 ? (await loadKnownStations(db, [stationId])).get(stationId) : undefined
  const link = links.get(stationId)
  if (!station || !link) return
  const wanted = {
    URLTemplate: codeTemplate(baseUrl(), station.number),
    TOTPVersion: codeVersion,
    ValidityTime: String(codeSeconds),
    Length: String(codeLength),
    SharedSecret: codeSecretOf(secretKey, stationId),
    // it shows codes from here on
    Enabled: 'true',
  }
  for (const component of components)
    for (const [name, value] of Object.entries(wanted))
      await link.command({ type: 'configure', component, name, value })
}
