import { SandboxPki } from '@stationmaster/simulator/pki'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { World } from '../../world/world.ts'

/** A world whose contract provider is a trial of our own, which goes by the world's clock. */
export async function openTrialWorld(): Promise<{ world: World; pki: SandboxPki }> {
  const database = await openTestDatabase()
  let now = () => new Date()
  const pki = await SandboxPki.open({ now: () => now() })
  const world = await World.open(database, undefined, { CONTRACT_PROVIDER_URL: pki.url })
  now = () => world.clock.now()
  return { world, pki }
}
