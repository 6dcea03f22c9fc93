import { contract } from '@stationmaster/contract'
import type { World } from './world.ts'

/** The seller. Without one no receipt is registered. */
export async function aSeller(world: World): Promise<void> {
  const [entered] = await world.administrator.call(contract.contracts.legal, {})
  if (entered) return
  const valid_from = new Date().toISOString().slice(0, 10)
  const who = { name: 'Network', inn: '7707083893', address: 'Tver', vat_percent: 22, valid_from }
  await world.administrator.call(contract.contracts.addLegal, { body: who })
}
