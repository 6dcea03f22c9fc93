import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import type { World } from './world.ts'

interface OrderOptions {
  protocol?: 'ocpp1.6' | 'ocpp2.0.1'
  /** the owner of the location; by default the network itself */
  ownerId?: number
}

/** A session that has ended at a station of its own, at 1000.00 a kWh; resolves with the order's number. */
export async function anOrder(
  world: World,
  { protocol = 'ocpp1.6', ownerId }: OrderOptions = {},
): Promise<number> {
  const { connectorId, location, played } = await world.aStation({
    protocol,
    tariff: 100_000,
    meterEveryMs: 1000,
  })
  if (ownerId !== undefined)
    await world.administrator.call(contract.locations.change, {
      params: { id: location.id },
      body: { owner_id: ownerId },
    })
  const params = { id: connectorId }
  const { id } = await world.administrator.call(contract.connectors.start, { params, body: {} })
  await played.waitFor(() => (played.connectorView().sampledSessionWh ?? 0) > 20)
  await played.stop()
  await expect.poll(async () => (await world.order(id)).status).toBe('completed')
  return id
}
