import { frameBytesOf, type ListEntry, readSettings } from '@stationmaster/ocpp'
import { Failure } from '../../../../platform/http/failure.ts'
import { isKeptFrom, listedCard } from '../../../charging/drivers/authorization.ts'
import { loadNewestTokens } from '../../../charging/drivers/token-store.ts'
import type { KnownToken } from '../../../charging/drivers/tokens.ts'
import { type KnownStation, loadKnownStations } from '../../../stations/stations/connecting/traffic-store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { findLocalList, type ListEntries, upsertLocalList } from '../../tasks/local-list-store.ts'
import { carryOut, type TaskResult } from '../carry-out.ts'
import type { Commander } from '../parts.ts'
import type { TaskParts } from '../prepared.ts'
import { settingsOf } from './configuration.ts'
import { cardsWithRoom, changesOf, checkRoom, listAfter, partsOf } from './list-parts.ts'

/** The limit for a station that does not report its own. */
const mostCards = 50_000
/** The longest version number, with which parts are measured before they have their own. */
const longestVersion = 2 ** 31 - 1

/** Which list a station is to get. */
interface WantedList {
  /** the whole list, whatever the station has */
  full: boolean
  /** cards for which the station has no room are left out, instead of sending nothing; and nothing is sent where nothing changed */
  follows?: boolean
}

/**
 * Sends a station the network's cards, or what has changed since the last time, in parts of a size that the station accepts. The
 * first part of a whole list replaces the station's list, the others are differences. A station whose list is not the one that was
 * sent last gets the whole list. Throws station.list_too_long or station.list_too_large before anything is sent, and
 * station.list_unfinished when a part is not accepted; what the station has then is stored.
 */
export async function sendList(
  parts: TaskParts,
  commander: Commander | null,
  link: StationLink,
  stationId: string,
  wanted: WantedList,
): Promise<TaskResult & { leftOut: number }> {
  const { db, clock } = parts
  const last = await findLocalList(db, stationId)
  const itsVersion = wanted.full ? null : await askVersion(link)
  const whole = wanted.full || !last || itsVersion !== last.version
  const { list: limits } = readSettings(link.protocol, await settingsOf(parts, commander, stationId))
  // 1.6 clause 5.10: a version below zero says that there is no list
  if (wanted.follows && (limits.enabled === false || (itsVersion ?? 0) < 0))
    throw new Failure('station.unsupported')
  const room = { ...limits, entries: Math.min(limits.entries ?? mostCards, mostCards) }
  const all = await cardsFor(parts, stationId)
  const cards = wanted.follows ? cardsWithRoom(all, room) : all
  checkRoom(cards, room)
  const leftOut = Object.keys(all).length - Object.keys(cards).length
  let held = whole ? {} : last.entries
  const bytesOf = (entries: readonly ListEntry[]) =>
    frameBytesOf(link.protocol, { type: 'list', version: longestVersion, full: false, entries })
  const changes = changesOf(held, cards)
  if (wanted.follows && last && !whole && changes.length === 0)
    return { accepted: true, status: 'Accepted', list_version: last.version, leftOut }
  const messages = partsOf(changes, limits, bytesOf)
  let version = Math.max(last?.version ?? 0, itsVersion ?? 0)
  let result: TaskResult = { accepted: true, status: 'Accepted' }
  for (const [index, part] of messages.entries()) {
    const replaces = whole && index === 0
    const sends = { type: 'list', version: version + 1, full: replaces, entries: part } as const
    const reason = await carryOut(link, { sends }).then(
      (answer) => {
        result = answer
        return answer.accepted ? null : answer.status
      },
      (error) => {
        if (!(error instanceof Failure)) throw error
        return reasonOf(error)
      },
    )
    if (reason !== null) {
      if (index > 0) await upsertLocalList(db, stationId, { version, entries: held, at: clock.now() })
      const itsVersionNow = silences.has(reason) ? null : await askVersion(link).catch(() => null)
      const state = { part: index + 1, parts: messages.length, list_version: itsVersionNow ?? version }
      throw new Failure(
        'station.list_unfinished',
        { ...state, status: reason },
        { ...state, version: state.list_version, reason },
      )
    }
    version += 1
    held = listAfter(held, part)
  }
  await upsertLocalList(db, stationId, { version, entries: held, at: clock.now() })
  return { ...result, list_version: version, leftOut }
}

/** The network's cards, the newest first. */
export const cardsOfNetwork = ({
  db,
  clock,
  orderWork,
}: Pick<TaskParts, 'db' | 'clock' | 'orderWork'>): Promise<KnownToken[]> =>
  loadNewestTokens(db, mostCards + 1, orderWork.settingAt(clock.now()))

/** The cards that a station may have on its list. */
async function cardsFor(parts: TaskParts, stationId: string): Promise<ListEntries> {
  const station = (await loadKnownStations(parts.db, [stationId])).get(stationId)
  return listOf(parts, await cardsOfNetwork(parts), station)
}

/** Cards as entries of a list; without those that are kept from its station. */
export function listOf(
  { clock, masterPassGroup }: Pick<TaskParts, 'clock' | 'masterPassGroup'>,
  cards: readonly KnownToken[],
  station?: KnownStation,
): ListEntries {
  const now = clock.now()
  const own = station ? cards.filter((card) => !isKeptFrom(station, card)) : cards
  return Object.fromEntries(own.map((card) => [card.token, listedCard(card, masterPassGroup, now)]))
}

/** The version that a station says its list has. */
async function askVersion(link: StationLink): Promise<number | null> {
  let version: number | null = null
  await carryOut(link, {
    sends: { type: 'list_version' },
    answered: async (_accepted, _status, { listVersion = null }) => {
      version = listVersion
    },
  })
  return version
}

/** Failures after which the station would not answer another request either. */
const silences = new Set(['timeout', 'not_sent', 'disconnected', 'busy', 'no_path'])

/** Why a part has no answer, in one word: the station's error, or the code of what happened to the call. */
const reasonOf = ({ code, details }: Failure): string =>
  (details as { code?: string } | undefined)?.code ?? code.replace('station.', '')
