import type { DriverSigned, SignedValues } from '@stationmaster/contract'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { contentOf } from '../../../stations/meters/content.ts'
import { listMeterKeys, loadMeterKeys, type MeterKey } from '../../../stations/meters/key-store.ts'
import { keyViews } from '../../../stations/meters/key-view.ts'
import { checkSigned } from '../../../stations/meters/verify.ts'
import { findSurroundings } from '../chronology/details-store.ts'
import type { Order } from '../order.ts'
import { findOrder } from '../store.ts'
import { transparencyFile } from './file.ts'
import { judge, keysFor, onceEach, type SignedOrder } from './judge.ts'
import { type KeptSigned, loadSigned } from './signed-store.ts'

/** What is signed of an order; null: nothing. */
export async function readSigned(db: Db, order: Order): Promise<SignedOrder | null> {
  const values = onceEach((await loadSigned(db, [order.id])).get(order.id) ?? [])
  const known = values.length > 0 ? await loadMeterKeys(db, [order.stationId]) : new Map()
  const keys = keysFor(known.get(order.stationId) ?? [], order)
  const judgement = judge(values, keys, order)
  return judgement && { values, keys, judgement }
}

/** The same as people see it; throws order.not_found where the caller may not see the order. */
export async function viewSigned(db: Db, caller: Caller, id: number): Promise<SignedValues> {
  const order = await findOrder(db, id)
  if (!order || !(await findSurroundings(db, caller, id))) throw new Failure('order.not_found')
  const signed = await readSigned(db, order)
  if (!signed) return nothing
  const { values, keys, judgement } = signed
  const { verdict, why, beginWh, endWh, energyWh, fingerprint } = judgement
  const known = fingerprint === null ? [] : keyViews(await listMeterKeys(db, order.stationId, fingerprint))
  return {
    verdict,
    why,
    begin: beginWh,
    end: endWh,
    energy: energyWh,
    fingerprint,
    key: known[0] ?? null,
    values: values.map((value) => valueView(value, keys)),
    file: transparencyFile(order, signed),
  }
}

const nothing: SignedValues = {
  verdict: null,
  why: null,
  begin: null,
  end: null,
  energy: null,
  fingerprint: null,
  key: null,
  values: [],
  file: null,
}

function valueView(value: KeptSigned, keys: readonly MeterKey[]): SignedValues['values'][number] {
  const content = contentOf(value)
  const { result, why } = checkSigned(content, keys)
  const { at, context, data } = value
  return { at: at.toISOString(), context, format: content.format, result, why, data }
}

/** The same as the driver of an order sees it; null: nothing is signed. */
export function driverSigned(signed: SignedOrder | null): DriverSigned | null {
  if (!signed) return null
  const { verdict, beginWh, endWh, energyWh, publicKey } = signed.judgement
  return { verdict, begin: beginWh, end: endWh, energy: energyWh, public_key: publicKey }
}
