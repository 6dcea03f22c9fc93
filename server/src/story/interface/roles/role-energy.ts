import type { Db } from '../../../platform/schema/schema.ts'

/** Draws the wiring of a location, with a limit and a reduction that hold. */
export async function insertEnergy(
  db: Db,
  owner: number,
  location: number,
  at: Date,
): Promise<{ energyLimit: number; energyReduction: number }> {
  const circuit = { id: 'grid', name: 'Grid', parent: null, fuse_a: [63, 63, 63], reserve_a: [0, 0, 0] }
  const body = {
    strategy: 'equal',
    circuits: [{ ...circuit, losses_percent: 0, other: { kind: 'none' } }],
    outlets: [],
    limits: [],
  }
  await db
    .insertInto('energy_sites')
    .values({
      location_id: location,
      enabled: false,
      body: JSON.stringify(body),
      saved_at: at,
      saved_by: owner,
    })
    .execute()
  const { id } = await db
    .insertInto('energy_limits')
    .values({
      location_id: location,
      circuit: 'grid',
      percent: 50,
      starts_at: at,
      ends_at: new Date('2100-01-01T00:00:00Z'),
      reason: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reduction = await db
    .insertInto('energy_reductions')
    .values({
      location_id: location,
      received_at: at,
      starts_at: at,
      guaranteed_w: 4200,
      devices: 1,
      applied_w: 4200,
      cars_w: 4200,
      source: '',
      reason: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { energyLimit: id, energyReduction: reduction.id }
}
