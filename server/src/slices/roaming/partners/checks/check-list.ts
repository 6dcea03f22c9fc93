import type { CheckResult } from '@stationmaster/contract'
import { type Codec, type ModuleId, read } from '@stationmaster/ocpi'
import { callPartner, callPartnerAt, type PartnerAnswer } from '../calling/call-partner.ts'
import { faultsOf } from '../calling/endpoints.ts'
import type { PartnerParts } from '../parts.ts'
import type { PartnerRow } from '../store.ts'

/** small, so that partners with few objects show their paging too */
const pageMost = 2

type Good = Extract<PartnerAnswer, { ok: true }>

/** A list of a partner's: two pages of it, with their headers and objects. */
export async function checkList(
  parts: PartnerParts,
  partner: PartnerRow,
  module: ModuleId,
  codec: Codec<unknown>,
): Promise<CheckResult> {
  const query = { offset: '0', limit: String(pageMost) }
  const page = await callPartner(parts, partner, { module, role: 'SENDER', method: 'GET', query })
  const seen = {
    check: 'list' as const,
    module,
    problem: null,
    message: null,
    http_status: page.httpStatus,
    ocpi_status: page.ocpiStatus,
    objects: null,
  }
  if (!page.ok) return { ...seen, problem: page.fault, message: page.message }
  const items = itemsOf(page)
  if (!items) return { ...seen, problem: 'unreadable', message: 'data is not a list' }
  const counted = { ...seen, objects: items.length }
  const problem = headerProblem(page, items.length)
  if (problem) return { ...counted, problem }
  const faults = faultsIn(codec, items)
  if (faults) return { ...counted, problem: 'bad_objects', message: faults }
  if (!page.next) return counted
  const next = await callPartnerAt(parts, partner, { module, method: 'GET', url: page.next })
  if (!next.ok) return { ...counted, problem: next.fault, message: next.message }
  const more = itemsOf(next) ?? []
  const texts = new Set(items.map((item) => JSON.stringify(item)))
  const isRepeated = more.some((item) => texts.has(JSON.stringify(item)))
  return { ...counted, objects: items.length + more.length, problem: isRepeated ? 'repeats' : null }
}

const itemsOf = ({ data }: Good): unknown[] | null => (Array.isArray(data) ? data : null)

function headerProblem({ total, limit, next }: Good, count: number): CheckResult['problem'] {
  if (total === null || limit === null) return 'no_total'
  if (count > pageMost) return 'page_too_large'
  return total > count && next === null ? 'no_next' : null
}

/** What is wrong with the first object that is not as the standard says; null: nothing. */
function faultsIn(codec: Codec<unknown>, items: readonly unknown[]): string | null {
  for (const item of items) {
    const reading = read(codec, item)
    if (!reading.ok) return faultsOf(reading.faults)
  }
  return null
}
