import {
  type BankRate,
  contract,
  type DebtRule,
  type IdleTerms,
  type LegalDetails,
  type OwnerContract,
} from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { z } from 'zod'
import { groupBy } from '../../../platform/general/group-by.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { clockOf, minutesOf } from '../../places/tariffs/idle-terms.ts'
import { addTerms, type ContractParts, changeTerms } from './actions.ts'
import { inForce, mayChange } from './rules.ts'
import { listTerms, type TermsRow, type TermsTable } from './store.ts'

const basisPoints = (percent: number): number => Math.round(percent * 100)
const percentOf = (basisPoints: number): number => basisPoints / 100

/** What takes whose place, of each table. */
const keys: { [T in TermsTable]: (row: TermsRow<T>) => string } = {
  contracts: ({ ownerId }) => String(ownerId),
  bank_rates: ({ provider, methodType }) => `${provider} ${methodType}`,
  legal_details: () => '',
  debt_rules: () => '',
  idle_terms: ({ locationId }) => String(locationId),
}

function commonOf(row: TermsRow<TermsTable>, isInForce: boolean, today: string) {
  return {
    id: row.id,
    valid_from: row.validFrom,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    in_force: isInForce,
    can: { change: mayChange(row.validFrom, today) },
  }
}

type Common = ReturnType<typeof commonOf>

const contractView = (row: TermsRow<'contracts'>, common: Common): OwnerContract => ({
  ...common,
  owner_id: row.ownerId,
  owner_name: row.ownerName ?? '',
  number: row.number,
  inn: row.inn,
  agent_fee_percent: percentOf(row.agentFeeBp),
})
const rateView = (row: TermsRow<'bank_rates'>, common: Common): BankRate => ({
  ...common,
  provider: row.provider,
  method_type: row.methodType,
  rate_percent: percentOf(row.rateBp),
})
const legalView = (row: TermsRow<'legal_details'>, common: Common): LegalDetails => ({
  ...common,
  name: row.name,
  inn: row.inn,
  address: row.address,
  vat_percent: row.vatBp === null ? null : percentOf(row.vatBp),
  tax_system: row.taxSystem,
})

const debtRuleView = (row: TermsRow<'debt_rules'>, common: Common): DebtRule => ({
  ...common,
  refuses: row.refuses,
  from_amount: row.fromMinor,
})

const idleTermsView = (row: TermsRow<'idle_terms'>, common: Common): IdleTerms => ({
  ...common,
  location_id: row.locationId,
  location_name: row.locationName,
  grace_minutes: row.graceMinutes,
  block_minutes: row.blockMinutes,
  block_amount: row.blockMinor,
  cap_amount: row.capMinor,
  night_from: row.nightFrom === null ? null : clockOf(row.nightFrom),
  night_to: row.nightTo === null ? null : clockOf(row.nightTo),
})

/** Contracts of owners, commissions of banks and who the network is; for administrators. */
export function contractRoutes(rest: Rest, parts: ContractParts): void {
  const today = () => dayOf(parts.clock.now(), parts.timeZone)

  async function list<T extends TermsTable, V>(
    table: T,
    view: (row: TermsRow<T>, common: Common) => V,
  ): Promise<V[]> {
    const rows = await listTerms(parts.db, table)
    const groups = [...groupBy(rows, keys[table]).values()]
    const valid = new Set(groups.map((group) => inForce(group, today())?.id))
    return rows.map((row) => view(row, commonOf(row, valid.has(row.id), today())))
  }
  const one = async <V extends { id: number }>(all: Promise<V[]>, id: number): Promise<V> =>
    // the caller has just written the row
    (await all).find((row) => row.id === id)!

  route(rest, contract.contracts.list, () => list('contracts', contractView))
  route(rest, contract.contracts.add, async ({ body, caller, remoteAddress }) => {
    const terms = { ...contractTerms(body), ownerId: body.owner_id }
    const id = await addTerms(parts, { caller, remoteAddress }, 'contracts', terms)
    return one(list('contracts', contractView), id)
  })
  route(rest, contract.contracts.change, async ({ params: { id }, body, caller, remoteAddress }) => {
    const change = contractTerms(body)
    await changeTerms(parts, { caller, remoteAddress }, { table: 'contracts', id, change })
    return one(list('contracts', contractView), id)
  })

  route(rest, contract.contracts.rates, () => list('bank_rates', rateView))
  route(rest, contract.contracts.addRate, async ({ body, caller, remoteAddress }) => {
    const id = await addTerms(parts, { caller, remoteAddress }, 'bank_rates', rateTerms(body))
    return one(list('bank_rates', rateView), id)
  })
  route(rest, contract.contracts.changeRate, async ({ params: { id }, body, caller, remoteAddress }) => {
    const change = rateTerms(body)
    await changeTerms(parts, { caller, remoteAddress }, { table: 'bank_rates', id, change })
    return one(list('bank_rates', rateView), id)
  })

  route(rest, contract.contracts.legal, () => list('legal_details', legalView))
  route(rest, contract.contracts.addLegal, async ({ body, caller, remoteAddress }) => {
    const id = await addTerms(parts, { caller, remoteAddress }, 'legal_details', legalTerms(body))
    return one(list('legal_details', legalView), id)
  })
  route(rest, contract.contracts.changeLegal, async ({ params: { id }, body, caller, remoteAddress }) => {
    const change = legalTerms(body)
    await changeTerms(parts, { caller, remoteAddress }, { table: 'legal_details', id, change })
    return one(list('legal_details', legalView), id)
  })

  route(rest, contract.contracts.debtRules, () => list('debt_rules', debtRuleView))
  route(rest, contract.contracts.addDebtRule, async ({ body, caller, remoteAddress }) => {
    const id = await addTerms(parts, { caller, remoteAddress }, 'debt_rules', debtRuleTerms(body))
    return one(list('debt_rules', debtRuleView), id)
  })
  route(rest, contract.contracts.changeDebtRule, async ({ params: { id }, body, caller, remoteAddress }) => {
    const change = debtRuleTerms(body)
    await changeTerms(parts, { caller, remoteAddress }, { table: 'debt_rules', id, change })
    return one(list('debt_rules', debtRuleView), id)
  })

  route(rest, contract.contracts.idleTerms, () => list('idle_terms', idleTermsView))
  route(rest, contract.contracts.addIdleTerms, async ({ body, caller, remoteAddress }) => {
    const terms = { ...idleTerms(body), locationId: body.location_id }
    const id = await addTerms(parts, { caller, remoteAddress }, 'idle_terms', terms)
    return one(list('idle_terms', idleTermsView), id)
  })
  route(rest, contract.contracts.changeIdleTerms, async ({ params: { id }, body, caller, remoteAddress }) => {
    const change = idleTerms(body)
    await changeTerms(parts, { caller, remoteAddress }, { table: 'idle_terms', id, change })
    return one(list('idle_terms', idleTermsView), id)
  })
}

const contractTerms = (body: Pick<OwnerContract, 'number' | 'inn' | 'agent_fee_percent' | 'valid_from'>) => ({
  number: body.number,
  inn: body.inn,
  agentFeeBp: basisPoints(body.agent_fee_percent),
  validFrom: body.valid_from,
})
const rateTerms = (body: Pick<BankRate, 'provider' | 'method_type' | 'rate_percent' | 'valid_from'>) => ({
  provider: body.provider,
  methodType: body.method_type,
  rateBp: basisPoints(body.rate_percent),
  validFrom: body.valid_from,
})
const legalTerms = (
  body: Pick<LegalDetails, 'name' | 'inn' | 'address' | 'vat_percent' | 'tax_system' | 'valid_from'>,
) => ({
  name: body.name,
  inn: body.inn,
  address: body.address,
  vatBp: body.vat_percent === null ? null : basisPoints(body.vat_percent),
  taxSystem: body.tax_system,
  validFrom: body.valid_from,
})
const debtRuleTerms = (body: Pick<DebtRule, 'refuses' | 'from_amount' | 'valid_from'>) => ({
  refuses: body.refuses,
  fromMinor: body.from_amount,
  validFrom: body.valid_from,
})
const idleTerms = (body: z.output<typeof contract.contracts.changeIdleTerms.body>) => ({
  graceMinutes: body.grace_minutes,
  blockMinutes: body.block_minutes,
  blockMinor: body.block_amount,
  capMinor: body.cap_amount,
  nightFrom: body.night_from === null ? null : minutesOf(body.night_from),
  nightTo: body.night_to === null ? null : minutesOf(body.night_to),
  validFrom: body.valid_from,
})
