import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simpleSite, sites } from './fixtures/site.fixtures.ts'
import { type Claim, type Share, shareOut } from './share-out.ts'
import { type Site, Wiring } from './site.ts'

const claimsOn = (site: Site) =>
  fc.tuple(
    ...site.outlets.map((outlet) =>
      fc.record({
        outlet: fc.constant(outlet.id),
        phases: fc.integer({ min: 1, max: 3 }).map((count) => outlet.phases.slice(0, count)),
        leastMa: fc.constant(outlet.leastMa),
        mostMa: fc.constantFrom(0, 5000, 6000, 13_300, 16_000, 32_000),
        weight: fc.constantFrom(1, 1, 2, 3),
        rank: fc.constantFrom(0, 0, 1),
        kept: fc.boolean(),
        turn: fc.nat({ max: 3 }),
      }),
    ),
  )

/** A site, what it has for cars, and some claims. */
const scenes = sites.chain((site) =>
  fc.record({
    site: fc.constant(site),
    claims: claimsOn(site),
    claimed: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  }),
)

function play({ site, claims, claimed }: { site: Site; claims: Claim[]; claimed: boolean[] }) {
  const wiring = new Wiring(site)
  const supply = wiring.bySlot(({ fuseMa }) => fuseMa)
  const own = claims.filter((_claim, index) => claimed[index])
  const shares = new Map(shareOut(wiring, supply, own).map((share) => [share.outlet, share]))
  const slotsOf = (claim: Claim) => wiring.slotsOver(wiring.outlet(claim.outlet).circuit, claim.phases)
  const left = [...supply]
  for (const claim of own)
    for (const slot of slotsOf(claim)) left[slot] = left[slot]! - shares.get(claim.outlet)!.currentMa
  return { wiring, supply, own, shares, slotsOf, left }
}

describe('any claims on any site', () => {
  test('never get more than a supply, and nothing between none and the smallest current', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { wiring, own, shares, left } = play(scene)
        for (const room of left) expect(room).toBeGreaterThanOrEqual(0)
        for (const { outlet, mostMa, leastMa } of own) {
          const { currentMa } = shares.get(outlet)!
          const { stepMa } = wiring.outlet(outlet)
          expect(currentMa % stepMa).toBe(0)
          expect(currentMa).toBeLessThanOrEqual(Math.min(mostMa, wiring.outlet(outlet).mostMa))
          if (currentMa !== 0) expect(currentMa).toBeGreaterThanOrEqual(leastMa)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('leave nothing that somebody can take, and say truly what stops each', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { wiring, own, shares, slotsOf, left } = play(scene)
        const at = ({ circuit, phase }: { circuit: string; phase: number }) =>
          wiring.slots.findIndex((slot) => slot.circuit === circuit && slot.phase === phase)
        for (const claim of own) {
          const { currentMa, bound } = shares.get(claim.outlet)!
          const { stepMa, mostMa: deliversMa } = wiring.outlet(claim.outlet)
          const most = Math.floor(Math.min(claim.mostMa, deliversMa) / stepMa) * stepMa
          if (!('at' in bound) || !bound.at) expect(currentMa === most || most < claim.leastMa).toBe(true)
          else {
            expect(slotsOf(claim)).toContain(at(bound.at))
            expect(left[at(bound.at)]).toBeLessThan(bound.kind === 'fuse' ? stepMa : claim.leastMa)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('never get more than the pool together, and nobody who could take more of it is left out', () => {
    fc.assert(
      fc.property(scenes, fc.constantFrom(0, 17_999, 18_000, 45_600, 80_000), (scene, poolMa) => {
        const { wiring, own } = play(scene)
        const supply = [...wiring.bySlot(({ fuseMa }) => fuseMa), poolMa]
        const left = [...supply]
        const shares = shareOut(wiring, supply, own)
        const slotsOf = ({ outlet, phases }: Claim) => wiring.slotsOf(wiring.outlet(outlet), phases, supply)
        const claimOf = (id: string) => own.find(({ outlet }) => outlet === id)!
        for (const { outlet, currentMa } of shares)
          for (const slot of slotsOf(claimOf(outlet))) left[slot] = left[slot]! - currentMa
        for (const room of left) expect(room).toBeGreaterThanOrEqual(0)
        for (const { outlet, bound } of shares) {
          const { phases, leastMa } = claimOf(outlet)
          const room = left.at(-1)! / phases.length
          if (bound.kind === 'pool') expect(room).toBeLessThan(wiring.outlet(outlet).stepMa)
          if (bound.kind === 'waits' && !bound.at) expect(room).toBeLessThan(leastMa)
        }
      }),
      { numRuns: 500, endOnFailure: true },
    )
  })
  test('are shared fairly: each has a used-up fuse at which nobody of its rank has more for its weight', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { wiring, own, shares, slotsOf, left } = play(scene)
        for (const claim of own) {
          const { currentMa, bound } = shares.get(claim.outlet)!
          if (bound.kind !== 'fuse') continue
          // what is less than the coarsest step may go to whoever it is enough for
          const step = Math.max(...own.map(({ outlet }) => wiring.outlet(outlet).stepMa))
          const level = (currentMa + 2 * step) / claim.weight
          const isBottleneck = (slot: number) =>
            left[slot]! < step &&
            own.every((other) => {
              if (other.rank !== claim.rank || !slotsOf(other).includes(slot)) return true
              const theirs = shares.get(other.outlet)!.currentMa
              return theirs / other.weight <= level + step || theirs <= other.leastMa + step
            })
          expect(slotsOf(claim).some(isBottleneck)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('get the same in whatever order they are named, and a later rank takes nothing from an earlier one', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { wiring, supply, own, shares } = play(scene)
        expect(new Map(shareOut(wiring, supply, own.toReversed()).map((one) => [one.outlet, one]))).toEqual(
          shares,
        )
        const early = own.filter(({ rank, kept }) => rank === 0 && !kept)
        const alone = shareOut(wiring, supply, early)
        const beside = shareOut(wiring, supply, [
          ...early,
          ...own.filter(({ rank, kept }) => rank === 1 && !kept),
        ])
        const currents = (of: Share[]) =>
          Object.fromEntries(
            of
              .filter(({ outlet }) => early.some((one) => one.outlet === outlet))
              .map((one) => [one.outlet, one.currentMa]),
          )
        expect(currents(beside)).toEqual(currents(alone))
      }),
      { numRuns: 300 },
    )
  })
})

const claim = (outlet: string, more: Partial<Claim> = {}): Claim => ({
  outlet,
  phases: [0, 1, 2],
  leastMa: 6000,
  mostMa: 32_000,
  weight: 1,
  rank: 0,
  kept: false,
  turn: 0,
  ...more,
})
const currents = (site: Site, claims: Claim[]) => {
  const wiring = new Wiring(site)
  return shareOut(
    wiring,
    wiring.bySlot(({ fuseMa }) => fuseMa),
    claims,
  ).map(({ currentMa }) => currentMa)
}

describe('what is shared out', () => {
  test('is as much as each can take, then alike', () => {
    const site = simpleSite(40_000, [{}, {}, {}])
    expect(currents(site, [claim('o0', { mostMa: 8000 }), claim('o1'), claim('o2')])).toEqual([
      8000, 16_000, 16_000,
    ])
  })

  test('is no more than the pool, from which a car on three phases draws three times', () => {
    const wiring = new Wiring(simpleSite(63_000, [{}, {}, { phases: [1] }]))
    const shares = (poolMa: number) =>
      shareOut(
        wiring,
        [63_000, 63_000, 63_000, poolMa],
        [claim('o0'), claim('o1'), claim('o2', { phases: [1] })],
      ).map(({ currentMa, bound }) => [currentMa, bound.kind])
    expect(shares(70_000)).toEqual([
      [10_000, 'pool'],
      [10_000, 'pool'],
      [10_000, 'pool'],
    ])
    // the first has its smallest current, the second no longer does, the third needs less of it
    expect(shares(35_000)).toEqual([
      [9000, 'pool'],
      [0, 'waits'],
      [8000, 'pool'],
    ])
  })
  test('goes by weight', () => {
    expect(currents(simpleSite(30_000, [{}, {}]), [claim('o0', { weight: 2 }), claim('o1')])).toEqual([
      20_000, 10_000,
    ])
  })

  test.each([
    [11_999, [6000, 0]],
    [12_000, [6000, 6000]],
    [12_001, [6000, 6000]],
  ])('of %i mA lets in as many as have their smallest current', (fuseMa, expected) => {
    const site = simpleSite(fuseMa, [{ mostMa: 6000 }, { mostMa: 6000 }])
    expect(currents(site, [claim('o0'), claim('o1')])).toEqual(expected)
  })

  test('keeps who charges, before who has waited longer', () => {
    const site = simpleSite(6000, [{}, {}])
    expect(currents(site, [claim('o0', { turn: 0 }), claim('o1', { turn: 9, kept: true })])).toEqual([
      0, 6000,
    ])
  })

  // three cars of one phase: on one phase they are too many, on their own phases none is in the way of another
  test('knows the phases that stations are wired to', () => {
    const single = (phase: 0 | 1 | 2) => claim(`o${phase}`, { phases: [phase], mostMa: 16_000 })
    const site = simpleSite(16_000, [{}, {}, {}])
    expect(currents(site, [single(0), single(1), single(2)])).toEqual([16_000, 16_000, 16_000])
    const all = [0, 1, 2].map((index) => claim(`o${index}`, { phases: [0], mostMa: 16_000 }))
    expect(currents(site, all)).toEqual([8000, 8000, 0])
  })
})
