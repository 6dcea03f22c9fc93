import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { StationSetting } from '@stationmaster/ocpp'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { insertReportedKeys } from '../../../stations/meters/key-store.ts'
import { keysInSettings } from '../../../stations/meters/reported-keys.ts'
import {
  findSettingsSinceBoot,
  updateSettings,
  upsertConfigurationRequest,
} from '../../../stations/stations/description/configuration-store.ts'
import { failureOf, isAccepted } from '../outcome/outcome.ts'
import type { Commander, CommandParts } from '../parts.ts'
import { findVisibleStation } from '../target.ts'

/**
 * Requests all settings of a station. Settings in the answer are stored before this resolves; a version that reports them
 * in later messages sends these to the intake. Without a commander the server asks by itself. Throws station.* .
 */
export async function refreshConfiguration(
  { db, stations, clock }: CommandParts,
  commander: Commander | null,
  stationId: string,
): Promise<void> {
  const { caller = null, remoteAddress } = commander ?? {}
  if (caller && !(await findVisibleStation(db, caller, stationId))) throw new Failure('station.not_found')
  const link = await stations.find(stationId)
  if (!link) throw new Failure('station.offline')
  const requestId = randomInt(1, 2 ** 31 - 1)
  await inTransaction(db, async (tx) => {
    await upsertConfigurationRequest(tx, stationId, requestId, clock.now())
    await audit(tx, {
      caller,
      action: 'station.read_configuration',
      subjectType: 'station',
      subjectId: stationId,
      at: clock.now(),
      ...(remoteAddress ? { remoteAddress } : {}),
    })
  })
  const outcome = await link.command({ type: 'settings', requestId })
  if (!isAccepted(outcome)) throw failureOf(outcome)
  const settings = outcome.kind === 'answered' ? outcome.findings.settings : undefined
  if (settings) {
    const at = clock.now()
    await updateSettings(db, [{ stationId, requestId, more: false, settings, at }])
    await insertReportedKeys(db, keysInSettings(stationId, settings, at))
  }
}

const pauseMs = 50

/** Errors which mean that the station does not report its settings. */
const noSettings = new Set(['station.rejected', 'station.call_error', 'station.unsupported'])

/**
 * The settings of a station: those reported since its last boot, else they are requested and waited for. Empty where the station
 * does not report them. Throws station.offline, or why the request got no answer.
 */
export async function settingsOf(
  parts: CommandParts,
  commander: Commander | null,
  stationId: string,
): Promise<StationSetting[]> {
  const kept = await findSettingsSinceBoot(parts.db, stationId)
  if (kept) return kept
  try {
    await refreshConfiguration(parts, commander, stationId)
  } catch (error) {
    if (error instanceof Failure && noSettings.has(error.code)) return []
    throw error
  }
  const end = performance.now() + parts.answerMs
  let reported = await findSettingsSinceBoot(parts.db, stationId)
  while (!reported && performance.now() < end) {
    await pause(pauseMs)
    reported = await findSettingsSinceBoot(parts.db, stationId)
  }
  return reported ?? []
}
