import { auditAll } from '../../../../platform/general/audit.ts'
import {
  type CardRow,
  insertCardRows,
  listNamedDrivers,
  lockCards,
} from '../../../charging/drivers/card-rows-store.ts'
import { insertMissingGroups } from '../../../charging/drivers/groups/store.ts'
import { insertDriver, updateBlocked } from '../../../charging/drivers/store.ts'
import { tokenKey } from '../../../charging/drivers/tokens.ts'
import { deleteUnknown } from '../../../charging/drivers/unknown/store.ts'
import type { NeutralDriver, NeutralTag } from '../neutral.ts'
import { findRecords, insertRecords } from '../run-store.ts'
import { type Case, type Result, resultOf, type Step } from './step.ts'

const digitsOf = (phone: string | null): string => (phone ?? '').replaceAll(/\D/g, '')

/** Drivers. Who is here already, by e-mail address or phone number, stays as they are, and their cards and sessions come to them. */
export const takeDrivers: Step<'drivers'> = async (tx, cases, { run, apply, at, caller }) => {
  const keys = cases.map(({ record }) => record.key)
  const known = await findRecords(tx, run.source, 'drivers', keys)
  const fresh = cases.filter(({ record }) => !known.has(record.key))
  const named = await listNamedDrivers(tx, {
    ids: [],
    emails: fresh.flatMap(({ record }) => record.email ?? []),
    phones: fresh.flatMap(({ record }) => digitsOf(record.phone) || []),
  })
  const byEmail = new Map(named.map((one) => [one.email, one.id]))
  const byPhone = new Map(named.map((one) => [one.phone, one.id]))
  const results: Result[] = cases
    .filter(({ record }) => known.has(record.key))
    .map(({ row }) => resultOf({ row, remarks: [] }, 'here'))
  const records: [string, number][] = []
  for (const one of fresh) {
    const { record } = one
    const phone = digitsOf(record.phone)
    const found =
      (record.email === null ? undefined : byEmail.get(record.email)) ??
      (phone ? byPhone.get(phone) : undefined)
    results.push(resultOf(one, found === undefined ? 'added' : 'here'))
    if (!apply) continue
    const id = found ?? (await add(record))
    records.push([record.key, id])
    if (record.email !== null) byEmail.set(record.email, id)
    if (phone) byPhone.set(phone, id)
  }
  if (apply) await insertRecords(tx, run, 'drivers', records)
  return { results }

  async function add(record: NeutralDriver): Promise<number> {
    const { firstName, lastName, phone, email } = record
    const id = await insertDriver(tx, { firstName, lastName, phone, email, createdAt: at })
    if (record.blocked) await updateBlocked(tx, id, { at, reason: null })
    await auditAll(tx, [
      {
        caller,
        remoteAddress: run.remoteAddress,
        at,
        action: 'driver.add',
        subjectType: 'driver',
        subjectId: id,
        after: { first_name: firstName, last_name: lastName, phone, email },
      },
    ])
    return id
  }
}

const tokenMost = 36

/** Cards with their groups; a card that is here already stays as it is. */
export const takeTags: Step<'tags'> = async (tx, cases, { run, apply, at, caller }) => {
  const known = await findRecords(
    tx,
    run.source,
    'tags',
    cases.map(({ record }) => record.key),
  )
  const results: Result[] = []
  const fresh: Case<'tags'>[] = []
  const seen = new Set<string>()
  for (const one of cases) {
    const { token } = one.record
    if (known.has(one.record.key)) results.push(resultOf({ row: one.row, remarks: [] }, 'here'))
    else if (token === '' || token.length > tokenMost)
      results.push(resultOf(one, 'refused', { code: 'takeover.token_wrong', value: token.slice(0, 50) }))
    else if (seen.has(tokenKey(token))) results.push(resultOf(one, 'here'))
    else {
      seen.add(tokenKey(token))
      fresh.push(one)
    }
  }
  const present = new Set((await lockCards(tx, [...seen])).map(({ token }) => token))
  const added = fresh.filter(({ record }) => !present.has(tokenKey(record.token)))
  for (const one of fresh)
    results.push(resultOf(one, present.has(tokenKey(one.record.token)) ? 'here' : 'added'))
  if (!apply) return { results }
  const drivers = await findRecords(
    tx,
    run.source,
    'drivers',
    added.flatMap(({ record }) => record.driver ?? []),
  )
  const cards = added.map(({ record }) => cardOf(record, drivers))
  const groups = cards.flatMap(({ group }) => group ?? [])
  await insertMissingGroups(tx, groups, at)
  await insertCardRows(tx, cards, at)
  await deleteUnknown(
    tx,
    cards.map(({ token }) => token),
  )
  await auditAll(
    tx,
    cards.map(({ token, driverId, group, expiresAt, blocked }) => ({
      caller,
      remoteAddress: run.remoteAddress,
      at,
      action: 'token.add',
      subjectType: 'token',
      subjectId: token,
      after: { token, driver_id: driverId, blocked, expires_at: expiresAt, group },
    })),
  )
  await insertRecords(
    tx,
    run,
    'tags',
    fresh.map(({ record }) => [record.key, tokenKey(record.token)]),
  )
  return { results }
}

const cardOf = (tag: NeutralTag, drivers: ReadonlyMap<string, string>): CardRow => {
  const driver = tag.driver === null ? undefined : drivers.get(tag.driver)
  return {
    token: tokenKey(tag.token),
    driverId: driver === undefined ? null : Number(driver),
    group: tag.group === null ? null : tokenKey(tag.group).slice(0, tokenMost),
    expiresAt: tag.expiresAt?.toISOString() ?? null,
    payment: 'account',
    blocked: tag.blocked,
  }
}
