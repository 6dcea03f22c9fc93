import { expect } from 'vitest'
import type { DriverLink } from '../money/prepaid/driver-link.ts'
import type { World } from '../world/world.ts'

/** What the page, the receipt and the file of a session of 10 kWh say of its signed values, before and after its key is confirmed. */
export async function expectSigned(
  world: World,
  page: DriverLink,
  station: { id: string; meterKey: string | null },
  receipt: () => Promise<string>,
): Promise<void> {
  const signedOf = async () => (await page.page()).receipt?.signed
  expect(await signedOf()).toMatchObject({ verdict: 'not_checkable', public_key: null })
  const key = station.meterKey ?? ''
  await world.put(`stations/${station.id}/meter-keys`, { public_key: key })
  const public_key = key.toUpperCase()
  expect(await signedOf()).toEqual({ verdict: 'checked', begin: 0, end: 10_000, energy: 10_000, public_key })
  const text = await receipt()
  for (const part of ['Vom Zähler signiert', 'Signatur stimmt', public_key.slice(0, 16)])
    expect(text).toContain(part)
  const file = await fetch(`${world.server.url}/api/v1/pay/${page.token}/signed-values`)
  expect(file.headers.get('content-disposition')).toContain(`signed-values-${page.orderId}.xml`)
  expect(await file.text()).toContain(`<value transactionId="${page.orderId}" context="Transaction.End">`)
}
