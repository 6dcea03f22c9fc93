import {
  partnerContracts as calls,
  type PartnerContract,
  type PartnerContractTerms,
} from '@stationmaster/contract'
import { dayOf, instantOf } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import { type Caller, onlyReads } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { lockFleet } from '../../../charging/drivers/fleets/store.ts'
import {
  type ContractRow,
  deleteContract,
  insertContract,
  listContracts,
  lockContract,
  updateValidTo,
} from '../../../charging/drivers/terms/contract-store.ts'
import { simpleElements, simpleView } from '../../../places/tariffs/elements.ts'
import { insertOwnVersion } from '../../../places/tariffs/own-store.ts'
import { listVersionsOf } from '../../../places/tariffs/store.ts'
import { getPartner, getSeenPartner } from '../../partners/office/actions.ts'
import type { PartnerParts } from '../../partners/parts.ts'
import { findOurParty } from '../../partners/party-store.ts'
import { companyOf } from '../keep.ts'
import { findCompany } from '../store.ts'
import { refusalOf, stateOn, suggestedVat } from './rules.ts'

interface ContractParts extends PartnerParts {
  timeZone: string
  currency: string
  /** shows partners the tariffs that hold for them from now on */
  show(): Promise<unknown>
}

interface By {
  caller: Caller
  remoteAddress: string
}

/** Contracts with partners: administrators agree on them, and accounters of the network read them. */
export function partnerContractRoutes(rest: Rest, parts: ContractParts): void {
  const { db } = parts

  route(rest, calls.list, async ({ params, caller }) => {
    const { roles } = await getSeenPartner(parts, caller, params.id)
    const fleetId = await findCompany(db, params.id)
    const rows = await listContracts(db, fleetId === undefined ? [] : [fleetId])
    const ours = await findOurParty(db)
    const theirs = roles.map(({ countryCode }) => countryCode.toUpperCase())
    const contracts = await viewsOf(db, rows, todayOf(parts))
    const acts = !onlyReads(caller)
    return {
      currency: parts.currency,
      suggested_vat: suggestedVat(ours?.countryCode, theirs),
      contracts: acts ? contracts : contracts.map((one) => ({ ...one, can: { end: false, remove: false } })),
      can: { add: acts },
    }
  })

  route(rest, calls.add, async ({ params, body, caller, remoteAddress }) => {
    const added = await addContract(parts, { caller, remoteAddress }, params.id, body)
    await parts.show()
    return viewOf(db, added, todayOf(parts))
  })

  route(rest, calls.end, async ({ params, body, caller, remoteAddress }) => {
    const ended = await endContract(parts, { caller, remoteAddress }, params, body.last_day)
    return viewOf(db, ended, todayOf(parts))
  })

  route(rest, calls.remove, async ({ params, caller, remoteAddress }) => {
    await removeContract(parts, { caller, remoteAddress }, params)
  })
}

const todayOf = ({ clock, timeZone }: ContractParts): string => dayOf(clock.now(), timeZone)

const subject = (id: number) => ({ subjectType: 'partner_contract', subjectId: id })

/** A contract of a partner, locked with the partner's company. */
async function lockOne(tx: Tx, { id, contractId }: { id: number; contractId: number }): Promise<ContractRow> {
  await getPartner({ db: tx }, id)
  const fleetId = await findCompany(tx, id)
  if (fleetId !== undefined) await lockFleet(tx, fleetId)
  const found = fleetId === undefined ? undefined : await lockContract(tx, fleetId, contractId)
  if (!found) throw new Failure('roaming.contract_not_found')
  return found
}

async function addContract(
  parts: ContractParts,
  by: By,
  partnerId: number,
  body: PartnerContractTerms,
): Promise<ContractRow | undefined> {
  const { db, clock, currency, timeZone } = parts
  const at = clock.now()
  const partner = await getPartner(parts, partnerId)
  if (body.currency !== undefined && body.currency !== currency)
    throw new Failure('roaming.other_currency', undefined, { currency })
  return inTransaction(db, async (tx) => {
    const fleetId = await companyOf(tx, partner, at)
    await lockFleet(tx, fleetId)
    const days = { validFrom: body.valid_from, validTo: body.valid_to }
    const others = await listContracts(tx, [fleetId])
    const refusal = refusalOf({ ...days, vat: body.vat }, others, todayOf(parts))
    if (refusal) throw new Failure(`roaming.contract_${refusal}`)
    const tariffId = await ownTariff(tx, { name: partner.name, currency, timeZone, caller: by.caller }, body)
    const { charging, percent, vat } = body
    const contract = { fleetId, ...days, charging, percent, tariffId, vat }
    const id = await insertContract(tx, contract, { at, managerId: by.caller.id })
    const after = { partner: partner.name, ...body }
    await audit(tx, { ...by, action: 'partner_contract.add', ...subject(id), after, at })
    return lockContract(tx, fleetId, id)
  })
}

async function endContract(
  parts: ContractParts,
  by: By,
  of: { id: number; contractId: number },
  validTo: string,
): Promise<ContractRow> {
  const at = parts.clock.now()
  const today = todayOf(parts)
  return inTransaction(parts.db, async (tx) => {
    const found = await lockOne(tx, of)
    if (stateOn(found, today) === 'past' || validTo < today) throw new Failure('roaming.contract_is_over')
    if (validTo < found.validFrom) throw new Failure('roaming.contract_ends_before_start')
    // a longer one could reach into the next
    if (found.validTo !== null && validTo > found.validTo) throw new Failure('roaming.contract_overlaps')
    await updateValidTo(tx, found.id, validTo)
    const change = { before: { valid_to: found.validTo }, after: { valid_to: validTo } }
    await audit(tx, { ...by, action: 'partner_contract.end', ...subject(found.id), ...change, at })
    return { ...found, validTo }
  })
}

async function removeContract(
  parts: ContractParts,
  by: By,
  of: { id: number; contractId: number },
): Promise<void> {
  const at = parts.clock.now()
  await inTransaction(parts.db, async (tx) => {
    const found = await lockOne(tx, of)
    if (stateOn(found, todayOf(parts)) !== 'future') throw new Failure('roaming.contract_has_begun')
    await deleteContract(tx, found.id)
    const { validFrom, charging, percent } = found
    const before = { valid_from: validFrom, charging, percent }
    await audit(tx, { ...by, action: 'partner_contract.remove', ...subject(found.id), before, at })
  })
}

/** Makes the tariff of a contract that has one of its own, in force from its first day on. */
async function ownTariff(
  tx: Tx,
  {
    name,
    currency,
    timeZone,
    caller,
  }: { name: string; currency: string; timeZone: string; caller: Pick<Caller, 'id'> },
  body: PartnerContractTerms,
): Promise<number | null> {
  if (body.charging !== 'tariff') return null
  return insertOwnVersion(tx, {
    tariffId: null,
    name: `${name} (${body.valid_from})`,
    currency,
    elements: simpleElements({
      // a contract with a tariff of its own has a price (the contract)
      tariffMinorPerKwh: body.tariff ?? 0,
      rateMinorPerMinute: body.rate,
      startFeeMinor: body.start_fee,
    }),
    managerId: caller.id,
    at: instantOf(body.valid_from, 0, timeZone),
  })
}

async function viewOf(db: Db, row: ContractRow | undefined, today: string): Promise<PartnerContract> {
  const [view] = await viewsOf(db, row ? [row] : [], today)
  if (!view) throw new Failure('roaming.contract_not_found')
  return view
}

async function viewsOf(db: Db, rows: readonly ContractRow[], today: string): Promise<PartnerContract[]> {
  const versions = await listVersionsOf(
    db,
    rows.flatMap(({ tariffId }) => tariffId ?? []),
  )
  return rows.map((row) => {
    const own = versions.find(({ version }) => version.tariffId === row.tariffId)?.version
    const prices = own ? simpleView(own.elements) : { tariff: null, rate: null, startFee: null }
    const state = stateOn(row, today)
    return {
      id: row.id,
      valid_from: row.validFrom,
      valid_to: row.validTo,
      charging: row.charging,
      percent: row.percent,
      tariff: prices.tariff,
      rate: prices.rate,
      start_fee: prices.startFee,
      vat: row.vat,
      state,
      can: { end: state !== 'past', remove: state === 'future' },
    }
  })
}
