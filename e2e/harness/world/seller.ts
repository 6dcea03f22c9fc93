import { contract } from '@stationmaster/contract'
import { businessDay } from './business-day.ts'
import type { World } from './world.ts'

/** The seller of today, a day of this network's clock. Without one no receipt is registered; a story of this network may have planned another. */
export async function aSeller(world: World, valid_from = businessDay()): Promise<void> {
  const entered = await world.administrator.call(contract.contracts.legal, {})
  if (entered.some((one) => one.valid_from <= valid_from)) return
  const who = { name: 'Network', inn: '7707083893', address: 'Tver', vat_percent: 22, valid_from }
  await world.administrator.call(contract.contracts.addLegal, { body: who })
}
