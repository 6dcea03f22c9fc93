import { type AuthorizationInfo, codecOf, type OcpiVersion, read, write } from '@stationmaster/ocpi'
import type { StationEvent } from '@stationmaster/ocpp'
import { MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { updateAllowedUntil } from '../../charging/drivers/fleets/company-card-store.ts'
import { tokenKey } from '../../charging/drivers/tokens.ts'
import { cardOf } from '../../charging/orders/messages/authorize.ts'
import { orderIdOfTag } from '../../charging/orders/order-tag.ts'
import { callPartner } from '../partners/calling/call-partner.ts'
import type { ClientName } from '../partners/clients/client-store.ts'
import type { PartnerParts } from '../partners/parts.ts'
import { findPartner, listConnected, type PartnerRow } from '../partners/store.ts'
import { isPublished } from '../publishing/shown/store.ts'
import { companyOf, isAnswered, keepToken } from './keep.ts'
import { mayWithoutAnswer } from './silent.ts'
import {
  findLastAnswer,
  findPlaceOf,
  findShownCard,
  findTokenOfCard,
  insertStranger,
  type KeptToken,
  updateAnswer,
} from './store.ts'

type Place = NonNullable<Awaited<ReturnType<typeof findPlaceOf>>>

/** a card that may charge does so within this time, else its partner answers once more */
const allowedMs = 10 * MINUTE_MS
/** for so long partners are left alone with a card that none of them knew */
const strangerMs = 5 * MINUTE_MS
/** the same where one of them did not answer: a station does not wait for it again and again */
const unsureMs = 30 * SECOND_MS
/** how old the knowledge may be that there is no partner */
const knownMs = 10 * SECOND_MS

/** What a partner said of a card. */
type Said =
  | { kind: 'answered'; info: AuthorizationInfo }
  /** it does not know the card */
  | { kind: 'unknown' }
  /** it did not answer in time, or what it answered cannot be read */
  | { kind: 'silent' }

/** Partners' answers to whether their drivers' cards may charge, before a station has ours (real-time authorization, OCPI 12.2.1.2). */
export class TokenQuestions {
  /** when it was last seen whether anybody is to answer, and whether there was */
  #seenAt: Date | null = null
  #anybody = false

  constructor(private readonly parts: PartnerParts & { authorizeMs: number }) {}

  /** Resolves when a card that a station's message brings has been answered for; null where there is nothing to wait for. */
  before(stationId: string, event: StationEvent): Promise<void> | null {
    if (event.type !== 'token.presented' && event.type !== 'charging.started') return null
    const card = cardOf(event.token)
    if (!card || orderIdOfTag(card.token) !== undefined) return null
    const now = this.parts.clock.now()
    const isFresh = this.#seenAt !== null && Math.abs(now.getTime() - this.#seenAt.getTime()) < knownMs
    if (isFresh && !this.#anybody) return null
    return this.#answer(stationId, tokenKey(card.token), now, isFresh)
  }

  async #answer(stationId: string, key: string, now: Date, isFresh: boolean): Promise<void> {
    const { db } = this.parts
    if (!isFresh) {
      this.#anybody = (await listConnected(db)).some(answersFor)
      this.#seenAt = now
      if (!this.#anybody) return
    }
    const { isKnown, allowedUntil, isStranger } = await findShownCard(db, key, now)
    if (isStranger || (isKnown && (allowedUntil === null || allowedUntil > now))) return
    const place = await findPlaceOf(db, stationId)
    // what partners are not shown is nothing to ask them about
    if (!place || !(await isPublished(db, place.locationId))) return
    const token = isKnown ? await findTokenOfCard(db, key) : undefined
    if (token) await this.#answerKnown(token, key, place)
    else if (!isKnown) await this.#answerUnknown(key, place)
  }

  /** A partner that is silent leaves the decision to the rule of the location. */
  async #answerKnown(token: KeptToken, key: string, place: Place): Promise<void> {
    const partner = await findPartner(this.parts.db, token.partnerId)
    if (!partner) return
    const said = await this.#say(partner, token, place, token)
    const allowed = said.kind === 'silent' ? await this.#without(token, key, place) : isAllowed(said)
    await this.#keep(partner, key, said, allowed)
  }

  async #without(token: KeptToken, key: string, { silentPartner }: Place): Promise<boolean> {
    const { db, clock } = this.parts
    const last = await findLastAnswer(db, token.partnerId, key)
    return mayWithoutAnswer(silentPartner, token, last, clock.now())
  }

  /** A card that nobody knows is put to every partner at once: a partner may answer for tokens that we have never had from it. */
  async #answerUnknown(key: string, place: Place): Promise<void> {
    const { db, clock } = this.parts
    const partners = (await listConnected(db)).filter(answersFor)
    const all = await Promise.all(
      partners.map(async (partner) => ({
        partner,
        said: await this.#say(partner, { uid: key, type: 'RFID' }, place),
      })),
    )
    const mine = all.find(({ said }) => said.kind === 'answered')
    if (mine) return this.#keep(mine.partner, key, mine.said, isAllowed(mine.said))
    const now = clock.now()
    const isSure = all.every(({ said }) => said.kind === 'unknown')
    const until = new Date(now.getTime() + (isSure ? strangerMs : unsureMs))
    await insertStranger(db, key, { now, until })
  }

  async #say(
    partner: PartnerRow,
    { uid, type }: Pick<KeptToken, 'uid' | 'type'>,
    place: Place,
    to?: ClientName,
  ): Promise<Said> {
    const { parts } = this
    const codecs = codecOf(partner.version as OcpiVersion)
    const answer = await callPartner(parts, partner, {
      module: 'tokens',
      role: 'SENDER',
      method: 'POST',
      path: `/${encodeURIComponent(uid)}/authorize`,
      query: { type },
      body: write(codecs.locationReferences, { locationId: String(place.locationId), evseUids: [] }),
      timeoutMs: parts.authorizeMs,
      ...(to && { to }),
    })
    if (!answer.ok)
      return { kind: answer.httpStatus === 404 || answer.ocpiStatus === 2004 ? 'unknown' : 'silent' }
    const reading = read(codecs.authorizationInfo, answer.data)
    if (!reading.ok || tokenKey(reading.value.token.uid) !== tokenKey(uid)) return { kind: 'silent' }
    return { kind: 'answered', info: reading.value }
  }

  /** Records what a partner said, so that our own decision about the card finds it. */
  async #keep(partner: PartnerRow, key: string, said: Said, allowed: boolean): Promise<void> {
    const { db, clock } = this.parts
    await inTransaction(db, async (tx) => {
      const now = clock.now()
      if (said.kind === 'answered') {
        const { info } = said
        const token = allowed ? { ...info.token, valid: true } : info.token
        await keepToken(tx, partner, token, { now, answered: !allowed || isAnswered(token) })
        const reference = info.authorizationReference ?? null
        await updateAnswer(tx, partner.id, key, { allowed: info.allowed, reference, at: now })
      }
      const fleetId = await companyOf(tx, partner, now)
      const until = allowed ? new Date(now.getTime() + allowedMs) : now
      await updateAllowedUntil(tx, fleetId, { token: key, until })
    })
  }
}

const isAllowed = (said: Said): boolean => said.kind === 'answered' && said.info.allowed === 'ALLOWED'

/** Whether a partner answers for its tokens. */
const answersFor = ({ endpoints }: PartnerRow): boolean =>
  endpoints.some(({ identifier, role }) => identifier === 'tokens' && role === 'SENDER')
