import fc from 'fast-check'
import { type Circuit, type Outlet, type Phase, phases, type Site } from './site.ts'

const wirings: Phase[][] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0], [1], [2], [0, 1]]

/** Outlets of a random wiring; a floor is none or the smallest current. */
const outletOf = (id: string, circuit: string) =>
  fc.record({
    id: fc.constant(id),
    circuit: fc.constant(circuit),
    phases: fc.constantFrom(...wirings),
    mostMa: fc.constantFrom(10_000, 16_000, 32_000, 63_000),
    leastMa: fc.constantFrom(6000, 6000, 2000),
    stepMa: fc.constantFrom(100, 1000),
    floorMa: fc.constantFrom(0, 0, 6000),
  })

/** Sites of up to seven circuits and twelve outlets, whose floors may be more than their fuses hold. */
export const sites: fc.Arbitrary<Site> = fc
  .record({ circuits: fc.integer({ min: 1, max: 7 }), outlets: fc.integer({ min: 1, max: 12 }) })
  .chain((count) =>
    fc
      .tuple(
        fc.array(fc.nat(), { minLength: count.circuits, maxLength: count.circuits }),
        fc.array(fc.constantFrom(0, 6000, 10_000, 16_000, 25_000, 40_000, 63_000, 100_000), {
          minLength: count.circuits * 3,
          maxLength: count.circuits * 3,
        }),
        fc.array(fc.nat(), { minLength: count.outlets, maxLength: count.outlets }),
      )
      .chain(([parents, fuses, places]) => {
        const circuits = parents.map((parent, index): Circuit => {
          const [first = 0, second = 0, third = 0] = fuses.slice(index * 3)
          return {
            id: `c${index}`,
            parent: index === 0 ? null : `c${parent % index}`,
            fuseMa: [first, second, third],
            reserveMa: [0, 0, 0],
          }
        })
        const outlets = places.map((place, index) => outletOf(`o${index}`, `c${place % circuits.length}`))
        return fc.tuple(...outlets).map((made): Site => ({ circuits, outlets: made as Outlet[] }))
      }),
  )

/** A simple site: one fuse on all phases, and outlets of three phases behind it. */
export function simpleSite(fuseMa: number, outlets: Partial<Outlet>[]): Site {
  return {
    circuits: [{ id: 'grid', parent: null, fuseMa: [fuseMa, fuseMa, fuseMa], reserveMa: [0, 0, 0] }],
    outlets: outlets.map((outlet, index) => ({
      id: `o${index}`,
      circuit: 'grid',
      phases: [...phases],
      mostMa: 32_000,
      leastMa: 6000,
      stepMa: 1000,
      floorMa: 0,
      ...outlet,
    })),
  }
}
