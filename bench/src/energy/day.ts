import type { Car, Circuit, Outlet, PerPhase, Site } from '@stationmaster/energy'

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
export function staysOf(site: Site, draw: () => number): Stay[] {
  const stays: Stay[] = []
  for (const { id } of site.outlets) {
    const morning = between(draw, 7, 10.5)
    const leaves = between(draw, 14, 18)
    stays.push(stayOf(id, morning, leaves, draw))
    if (draw() < 0.5)
      stays.push(stayOf(id, between(draw, leaves + 0.2, leaves + 1), between(draw, leaves + 2, 23), draw))
  }
  return stays
}

const between = (draw: () => number, from: number, to: number): number => from + (to - from) * draw()

function stayOf(outlet: string, from: number, to: number, draw: () => number): Stay {
  const isSingle = draw() < 0.3
  const wantedWh = Math.round(between(draw, 6000, 34_000))
  const car = {
    outlet,
    phases: isSingle ? 1 : 3,
    mostMa: isSingle ? 32_000 : 16_000,
    pluggedAt: Math.round((from * hourMs) / 60_000) * 60_000,
    group: 0,
    energyLeftWh: wantedWh,
    departsAt: Math.round((to * hourMs) / 60_000) * 60_000,
  }
  return { car, wantedWh }
}

/** W of a car at a current */
export const watts = (mA: number, phases: number): number => (mA / 1000) * 230 * phases
