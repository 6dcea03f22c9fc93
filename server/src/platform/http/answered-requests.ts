import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@stationmaster/units'
import type { Clock } from '../general/clock.ts'
import type { Db } from '../schema/schema.ts'
import { seal, unseal } from '../secrets/seal.ts'
import {
  beginRequest,
  findRequest,
  forgetRequest,
  giveUpRequest,
  keepAnswer,
} from './answered-requests-store.ts'
import { Failure } from './failure.ts'

/** Longer than any call takes: its server has ended in it. */
const underWayMs = 2 * MINUTE_MS
const lookEveryMs = 100

interface RequestKey {
  managerId: number
  /** chosen by the caller, one for each request */
  key: string
}

interface KeyedRequest extends RequestKey {
  /** the whole request; JSON */
  content: unknown
}

/** Carries out a request, or gives the kept answer where the same key was used before. */
export type AnswerOnce = <A>(keyed: KeyedRequest, act: () => Promise<A>) => Promise<A>

/**
 * Keeps answers by (manager, key) for a day; a request whose twin is under way waits for its answer. Throws
 * request.key_reused for another content under the same key, request.unfinished when nobody knows what became of the twin.
 */
export function answerOnce(parts: { db: Db; clock: Clock; secretKey: string }): AnswerOnce {
  const { db, clock, secretKey } = parts
  /** given up, and the database was away when that was to be written */
  const unwritten = new Set<string>()
  const nameOf = ({ managerId, key }: RequestKey) => `${managerId} ${key}`
  const giveUp = async (request: RequestKey): Promise<void> => {
    unwritten.add(nameOf(request))
    await giveUpRequest(db, request, new Date(clock.now().getTime() - underWayMs - 1))
    unwritten.delete(nameOf(request))
  }
  return async <A>({ managerId, key, content }: KeyedRequest, act: () => Promise<A>): Promise<A> => {
    const request = {
      managerId,
      key,
      content: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    }
    if (unwritten.has(nameOf(request))) await giveUp(request)
    for (let waited = 0; !(await beginRequest(db, request, clock.now())); waited += lookEveryMs) {
      const twin = await findRequest(db, request)
      if (!twin) continue
      if (twin.content !== request.content) throw new Failure('request.key_reused')
      if (twin.answer !== null) return unseal<{ answer: A }>(secretKey, twin.answer).answer
      if (waited > underWayMs || clock.now().getTime() - twin.begun_at.getTime() > underWayMs)
        throw new Failure('request.unfinished')
      await delay(lookEveryMs)
    }
    try {
      const answer = await act()
      await keepAnswer(db, request, seal(secretKey, { answer }))
      return answer
    } catch (error) {
      // a refusal has changed nothing; of any other failure nobody knows how far it came, and nobody need wait for it
      if (error instanceof Failure) await forgetRequest(db, request)
      else await giveUp(request).catch(() => undefined)
      throw error
    }
  }
}
