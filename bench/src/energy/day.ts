import type { Car, Circuit, Outlet, PerPhase, Site } from '@stationmaster/energy'
import type { Random } from '@stationmaster/simulator'

/** A car of the day: it leaves when it says so, whatever it has. */
export interface Stay {
  car: Car & { departsAt: number; energyLeftWh: number }
  wantedWh: number
}

export const dayMs = 24 * 3_600_000
const hourMs = 3_600_000
const feeders = 10

const three = (mA: number): PerPhase => [mA, mA, mA]

/** A site of as many outlets, behind feeders that hold less than their outlets could take, and a grid connection that holds less than they. */
export function siteOf(outlets: number, { gridA, feederA }: { gridA: number; feederA: number }): Site {
  const grid: Circuit = { id: 'grid', parent: null, fuseMa: three(gridA * 1000), reserveMa: three(0) }
  const below = Array.from({ length: feeders }, (_, nth): Circuit => {
    return { id: `feeder ${nth}`, parent: 'grid', fuseMa: three(feederA * 1000), reserveMa: three(0) }
  })
  const rotated = [[0, 1, 2] as const, [1, 2, 0] as const, [2, 0, 1] as const]
  return {
    circuits: [grid, ...below],
    outlets: Array.from({ length: outlets }, (_, nth): Outlet => {
      return {
        id: `outlet ${nth}`,
        circuit: `feeder ${nth % feeders}`,
        phases: rotated[nth % rotated.length]!, // the remainder is one of its indices
        mostMa: 32_000,
        leastMa: 6000,
        stepMa: 1000,
        floorMa: 0,
      }
    }),
  }
}

/** A working day at those outlets: most cars come in the morning and stay, some come for an hour or two after noon. */
export function staysOf(site: Site, random: Random): Stay[] {
  const stays: Stay[] = []
  for (const { id } of site.outlets) {
    const morning = random.between(7, 10.5)
    const leaves = random.between(14, 18)
    stays.push(stayOf(id, morning, leaves, random))
    if (random.chance(0.5))
      stays.push(stayOf(id, random.between(leaves + 0.2, leaves + 1), random.between(leaves + 2, 23), random))
  }
  return stays
}

function stayOf(outlet: string, from: number, to: number, random: Random): Stay {
  const isSingle = random.chance(0.3)
  const wantedWh = Math.round(random.between(6000, 34_000))
  const car = {
    outlet,
    phases: isSingle ? 1 : 3,
    mostMa: isSingle ? 32_000 : 16_000,
    pluggedAt: Math.round((from * hourMs) / 60_000) * 60_000,
    group: 0,
    energyLeftWh: wantedWh,
    neededWh: null,
    departsAt: Math.round((to * hourMs) / 60_000) * 60_000,
  }
  return { car, wantedWh }
}

/** W of a car at a current */
export const watts = (mA: number, phases: number): number => (mA / 1000) * 230 * phases
