import { partOf } from './codec/objects.ts'
import { displayText, energyMixOf } from './shared/basics.ts'
import { cdrOf } from './shared/cdr.ts'
import {
  activeChargingProfile,
  activeChargingProfileResult,
  chargingProfile,
  chargingProfileResponse,
  chargingProfileResult,
  setChargingProfile,
} from './shared/charging-profile.ts'
import { commandResponse, commandResult, commandsOf } from './shared/command.ts'
import { hours } from './shared/location.ts'
import type { Own } from './shared/own.ts'
import { clientInfoOf, versionDetails, versionListed } from './shared/party.ts'
import { chargingPreferences, chargingPreferencesResponse, sessionOf } from './shared/session.ts'
import { authorizationInfoOf, locationReferences, tokenOf } from './shared/token.ts'
import { v221 } from './v221/index.ts'
import { v230 } from './v230/index.ts'

/** The versions that we speak, the later the better. */
export const ocpiVersions = ['2.2.1', '2.3.0'] as const
export type OcpiVersion = (typeof ocpiVersions)[number]

/** The codecs of all objects and bodies of a version. Those that begin with `part` are of a PATCH. */
export type VersionCodec = ReturnType<typeof allOf>

function allOf({ words, ...own }: Own) {
  const token = tokenOf(words)
  const session = sessionOf(words)
  return {
    ...own,
    displayText,
    energyMix: energyMixOf(words),
    hours,
    partConnector: partOf(own.connector),
    partEvse: partOf(own.evse),
    partLocation: partOf(own.location),
    session,
    partSession: partOf(session),
    chargingPreferences,
    chargingPreferencesResponse,
    cdr: cdrOf(words, own.tariff),
    token,
    partToken: partOf(token),
    locationReferences,
    authorizationInfo: authorizationInfoOf(words),
    commands: commandsOf(words),
    commandResponse,
    commandResult,
    chargingProfile,
    setChargingProfile,
    activeChargingProfile,
    chargingProfileResponse,
    chargingProfileResult,
    activeChargingProfileResult,
    clientInfo: clientInfoOf(words),
    versionListed,
    versionDetails,
  }
}

const codecs: Readonly<Record<OcpiVersion, VersionCodec>> = { '2.2.1': allOf(v221), '2.3.0': allOf(v230) }

/** The codecs of a version. */
export const codecOf = (version: OcpiVersion): VersionCodec => codecs[version]

/** The best version of a partner's list that we speak too. */
export const bestOf = (theirs: readonly string[]): OcpiVersion | undefined =>
  ocpiVersions.findLast((version) => theirs.includes(version))
