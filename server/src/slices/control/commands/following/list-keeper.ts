import { createHash } from 'node:crypto'
import type { ListState } from '@stationmaster/contract'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { Failure } from '../../../../platform/http/failure.ts'
import {
  claimDueLists,
  claimLook,
  isAnyFollowed,
  listPublished,
  updateDueLists,
  updateListState,
} from '../../tasks/list-state-store.ts'
import { cardsOfNetwork, listOf, sendList } from '../each/local-list.ts'
import type { TaskParts } from '../prepared.ts'
import { Keeper } from './keeper.ts'
import { nextTryMs, wordOfFailure } from './list-rules.ts'

const lookEveryMs = MINUTE_MS
/** a station that has just connected boots first, and its messages of the time without a connection come */
const settledMs = 5 * SECOND_MS
/** how long a server may take to send one list, in all its parts */
const leaseMs = 10 * MINUTE_MS
/** lists that a server sends at the same time */
const atOnce = 20

/**
 * Lets the local lists of stations follow the network's cards where their location asks for it. Once a minute one of all servers compares
 * the cards with those that each list was made of; the lists that are behind are rows, and each server takes some whose stations are
 * connected. A station that is away gets its list when it is back.
 */
export class ListKeeper extends Keeper {
  constructor(
    private readonly parts: TaskParts,
    log: FastifyBaseLogger,
  ) {
    super(log, 'local lists could not be kept in step')
  }

  protected async keepNow(): Promise<void> {
    const { db, clock } = this.parts
    const now = clock.now()
    if (!(await isAnyFollowed(db))) return
    const since = new Date(now.getTime() - lookEveryMs)
    if (await claimLook(db, now, since)) await updateDueLists(db, await this.markNow(), now)
    await this.send(now)
  }

  private async send(now: Date): Promise<void> {
    const due = await claimDueLists(this.parts.db, {
      now,
      connectedBefore: new Date(now.getTime() - settledMs),
      until: new Date(now.getTime() + leaseMs),
      most: atOnce,
    })
    if (due.length === 0) return
    // taken before the cards are read for the stations: a card that changes between makes their lists due again
    const mark = await this.markNow()
    await Promise.all(due.map(({ stationId, failures }) => this.sync(stationId, failures, mark)))
  }

  /** Brings one list up to date, and keeps how that ended. */
  private async sync(stationId: string, failures: number, mark: string): Promise<void> {
    const { db, clock } = this.parts
    const keepState = (state: ListState, more: { answer: string | null; leftOut?: number }) => {
      const tried_at = clock.now()
      const failed = state === 'failed'
      const synced = state === 'in_step' || state === 'part'
      return updateListState(db, stationId, {
        state,
        answer: more.answer,
        left_out: more.leftOut ?? 0,
        tried_at,
        synced,
        mark: synced ? mark : null,
        failures: failed ? failures + 1 : 0,
        due_at: failed ? new Date(tried_at.getTime() + nextTryMs(failures)) : null,
      })
    }
    try {
      const { leftOut } = await this.sendWithWhole(stationId)
      await keepState(leftOut > 0 ? 'part' : 'in_step', { answer: null, leftOut })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { answer, unsupported } = wordOfFailure(error)
      await keepState(unsupported ? 'unsupported' : 'failed', { answer })
    }
  }

  /** Sends what has changed; where the station says that this does not fit its list, the whole. */
  private async sendWithWhole(stationId: string): Promise<{ leftOut: number }> {
    const link = await this.parts.stations.find(stationId)
    if (!link) throw new Failure('station.offline')
    try {
      return await sendList(this.parts, null, link, stationId, { full: false, follows: true })
    } catch (error) {
      if (!(error instanceof Failure) || !wordOfFailure(error).misfits) throw error
      return sendList(this.parts, null, link, stationId, { full: true, follows: true })
    }
  }

  /** A hash of what lists say of the cards at this moment. */
  private async markNow(): Promise<string> {
    const known = await cardsOfNetwork(this.parts)
    const cards = Object.entries(listOf(this.parts, known)).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    )
    // partners' cards are on the lists of places that they are shown
    const places = known.some(({ isPartners }) => isPartners) ? [await listPublished(this.parts.db)] : []
    return createHash('sha256')
      .update(JSON.stringify([...cards, ...places]))
      .digest('base64url')
  }
}
