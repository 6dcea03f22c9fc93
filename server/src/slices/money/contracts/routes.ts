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
import { addTerms, type By, type ContractParts, changeTerms } from './actions.ts'
import { inForce, mayChange } from './rules.ts'
import { listTerms, type Terms, type TermsRow, type TermsTable } from './store.ts'

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
  const { contracts } = contract

  const agreed = termsOf(parts, 'contracts', contractView)
  route(rest, contracts.list, agreed.list)
  route(rest, contracts.add, (received) =>
    agreed.add(received, { ...contractTerms(received.body), ownerId: received.body.owner_id }),
  )
  route(rest, contracts.change, (received) => agreed.change(received, contractTerms(received.body)))

  const rates = termsOf(parts, 'bank_rates', rateView)
  route(rest, contracts.rates, rates.list)
  route(rest, contracts.addRate, (received) => rates.add(received, rateTerms(received.body)))
  route(rest, contracts.changeRate, (received) => rates.change(received, rateTerms(received.body)))

  const legal = termsOf(parts, 'legal_details', legalView)
  route(rest, contracts.legal, legal.list)
  route(rest, contracts.addLegal, (received) => legal.add(received, legalTerms(received.body)))
  route(rest, contracts.changeLegal, (received) => legal.change(received, legalTerms(received.body)))

  const debtRules = termsOf(parts, 'debt_rules', debtRuleView)
  route(rest, contracts.debtRules, debtRules.list)
  route(rest, contracts.addDebtRule, (received) => debtRules.add(received, debtRuleTerms(received.body)))
  route(rest, contracts.changeDebtRule, (received) =>
    debtRules.change(received, debtRuleTerms(received.body)),
  )

  const idle = termsOf(parts, 'idle_terms', idleTermsView)
  route(rest, contracts.idleTerms, idle.list)
  route(rest, contracts.addIdleTerms, (received) =>
    idle.add(received, { ...idleTerms(received.body), locationId: received.body.location_id }),
  )
  route(rest, contracts.changeIdleTerms, (received) => idle.change(received, idleTerms(received.body)))
}

/** Lists the terms of a table; adds and changes one, and shows it then. */
function termsOf<T extends TermsTable, V extends { id: number }>(
  parts: ContractParts,
  table: T,
  view: (row: TermsRow<T>, common: Common) => V,
) {
  const list = async (): Promise<V[]> => {
    const today = dayOf(parts.clock.now(), parts.timeZone)
    const rows = await listTerms(parts.db, table)
    const groups = [...groupBy(rows, keys[table]).values()]
    const valid = new Set(groups.map((group) => inForce(group, today)?.id))
    return rows.map((row) => view(row, commonOf(row, valid.has(row.id), today)))
  }
  const one = async (id: number): Promise<V> =>
    // the caller has just written the row
    (await list()).find((row) => row.id === id)!
  return {
    list,
    add: async ({ caller, remoteAddress }: By, terms: Terms[T]) =>
      one(await addTerms(parts, { caller, remoteAddress }, table, terms)),
    change: async (
      { caller, remoteAddress, params: { id } }: By & { params: { id: number } },
      change: Partial<Terms[T]>,
    ) => {
      await changeTerms(parts, { caller, remoteAddress }, { table, id, change })
      return one(id)
    },
  }
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
