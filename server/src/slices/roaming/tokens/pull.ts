import { codecOf, type OcpiVersion, read, type Token } from '@stationmaster/ocpi'
import { MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { callPartner, callPartnerAt, type PartnerAnswer } from '../partners/calling/call-partner.ts'
import { faultText } from '../partners/calling/delivered.ts'
import type { PartnerParts } from '../partners/parts.ts'
import { findPartner, listConnected, type PartnerRow } from '../partners/store.ts'
import { keepTokens } from './keep.ts'
import { findTokensReadAt, updateTokensReadAt } from './store.ts'

/** what changed while the list was read is read again the next time */
const overlapMs = 5 * MINUTE_MS
/** a list that does not end */
const pagesMost = 20_000

/** What came of reading a partner's tokens. */
export interface Pulled {
  read: number
  /** tokens that break the standard */
  unreadable: number
  /** why it ended before its end; null: it did not */
  failure: string | null
}

/** Reads a partner's tokens that have changed since the last time, or all of them (OCPI 12.2.1). */
export async function pullTokens(
  parts: PartnerParts,
  partner: PartnerRow,
  { all = false }: { all?: boolean } = {},
): Promise<Pulled> {
  const { db, clock } = parts
  const begun = clock.now()
  const since = all ? null : await findTokensReadAt(db, partner.id)
  const module = 'tokens'
  const query: Record<string, string> = since ? { date_from: since.toISOString() } : {}
  const pulled: Pulled = { read: 0, unreadable: 0, failure: null }
  let answer = await callPartner(parts, partner, { module, role: 'SENDER', method: 'GET', query })
  for (let page = 1; ; page++) {
    if (!answer.ok) return { ...pulled, failure: faultText(answer) }
    await keepPage(parts, partner, answer, pulled)
    if (answer.next === null) break
    if (page === pagesMost) return { ...pulled, failure: 'the list does not end' }
    answer = await callPartnerAt(parts, partner, { module, method: 'GET', url: answer.next })
  }
  await updateTokensReadAt(db, partner.id, new Date(begun.getTime() - overlapMs))
  return pulled
}

async function keepPage(
  { db, clock }: PartnerParts,
  partner: PartnerRow,
  { data }: Extract<PartnerAnswer, { ok: true }>,
  pulled: Pulled,
): Promise<void> {
  const { token: codec } = codecOf(partner.version as OcpiVersion)
  const tokens: { token: Token }[] = []
  for (const one of Array.isArray(data) ? data : []) {
    const reading = read(codec, one)
    if (reading.ok) tokens.push({ token: reading.value })
    else pulled.unreadable += 1
  }
  // also of a partner that has no token yet: when its list was read is kept with its company
  await inTransaction(db, (tx) => keepTokens(tx, partner, tokens, clock.now()))
  pulled.read += tokens.length
}

/** Reads the tokens of all partners: what has changed each hour, and all of them once a night, which heals every gap. */
export function tokenJobs(jobs: Jobs, parts: PartnerParts): void {
  const eachConnected = (all: boolean) => async () => {
    for (const { id } of await listConnected(parts.db))
      await inTransaction(parts.db, (tx) => jobs.send(tx, 'roaming-tokens', { partnerId: id, all }))
  }
  jobs.work('roaming-tokens', async ({ partnerId, all }: { partnerId: number; all: boolean }) => {
    const partner = await findPartner(parts.db, partnerId)
    if (partner?.state === 'connected') await pullTokens(parts, partner, { all })
  })
  jobs.schedule('roaming-changed-tokens', '7 * * * *', eachConnected(false))
  jobs.schedule('roaming-all-tokens', '20 3 * * *', eachConnected(true))
}
