import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  authorizationAnswer,
  type CardWord,
  decide,
  isMasterPass,
  listedCard,
  type Purpose,
  type Situation,
  sameListing,
  wordOf,
} from './authorization.ts'
import type { KnownToken } from './tokens.ts'

const cards: readonly CardWord[] = ['Accepted', 'Blocked', 'Expired', 'Invalid']
const purposes: readonly Purpose[] = ['show', 'start', 'stop']
const both = [false, true]

const situations: Situation[] = cards.flatMap((card) =>
  both.flatMap((free) =>
    both.flatMap((masterPass) =>
      both.flatMap((mayEnd) =>
        both.flatMap((noCredit) =>
          both.flatMap((charges) =>
            both.map((paused) => ({ card, free, paused, masterPass, mayEnd, noCredit, charges })),
          ),
        ),
      ),
    ),
  ),
)

/**
 * The answers as people read them: a row for each card, place and purpose. `m`: a master pass, `e`: it may end the running session,
 * `o`: its driver has no credit, `c`: its driver charges. A letter that is in no row does not matter.
 */
const expected = `
  Blocked   any   any    *      Blocked
  Expired   any   any    *      Expired
  Invalid   paid  any    *      Invalid
  Invalid   free  any    *      Accepted
  Accepted  any   stop   *      Accepted
  Accepted  any   show   -      Accepted
  Accepted  any   show   c      ConcurrentTx
  Accepted  paid  show   o      NoCredit
  Accepted  free  show   o      Accepted
  Accepted  paid  show   oc     NoCredit
  Accepted  free  show   oc     ConcurrentTx
  Accepted  any   show   e      Accepted
  Accepted  any   show   ec     Accepted
  Accepted  any   show   eo     Accepted
  Accepted  any   show   eoc    Accepted
  Accepted  any   show   m      Invalid
  Accepted  any   show   mc     Invalid
  Accepted  any   show   mo     Invalid
  Accepted  any   show   moc    Invalid
  Accepted  any   show   me     Accepted
  Accepted  any   show   mec    Accepted
  Accepted  any   show   meo    Accepted
  Accepted  any   show   meoc   Accepted
  Accepted  any   start  -      Accepted
  Accepted  any   start  c      ConcurrentTx
  Accepted  paid  start  o      NoCredit
  Accepted  free  start  o      Accepted
  Accepted  paid  start  oc     NoCredit
  Accepted  free  start  oc     ConcurrentTx
  Accepted  any   start  e      Accepted
  Accepted  any   start  ec     ConcurrentTx
  Accepted  paid  start  eo     NoCredit
  Accepted  free  start  eo     Accepted
  Accepted  paid  start  eoc    NoCredit
  Accepted  free  start  eoc    ConcurrentTx
  Accepted  any   start  m      Invalid
  Accepted  any   start  mc     Invalid
  Accepted  any   start  mo     Invalid
  Accepted  any   start  moc    Invalid
  Accepted  any   start  me     Invalid
  Accepted  any   start  mec    Invalid
  Accepted  any   start  meo    Invalid
  Accepted  any   start  meoc   Invalid`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))

const factsOf = ({ masterPass, mayEnd, noCredit, charges }: Situation): string =>
  `${masterPass ? 'm' : ''}${mayEnd ? 'e' : ''}${noCredit ? 'o' : ''}${charges ? 'c' : ''}` || '-'

const fits = (answer: string | undefined, is: string, any: string): boolean => answer === any || answer === is

describe('the answer to a station about a card', () => {
  test('the whole table', () => {
    for (const purpose of purposes) {
      for (const situation of situations.filter(({ paused }) => !paused)) {
        const rows = expected.filter(
          ([card, place, why, facts]) =>
            card === situation.card &&
            fits(place, situation.free ? 'free' : 'paid', 'any') &&
            fits(why, purpose, 'any') &&
            fits(facts, factsOf(situation), '*'),
        )
        expect(rows, JSON.stringify({ purpose, situation })).toHaveLength(1)
        expect(decide(purpose, situation), JSON.stringify({ purpose, situation })).toBe(rows[0]?.[4])
      }
    }
  })

  test('where nothing is sold no card begins anything, and each ends what it may', () => {
    for (const purpose of purposes) {
      for (const situation of situations.filter(({ free, paused }) => paused && !free)) {
        const otherwise = decide(purpose, { ...situation, paused: false })
        const ends = purpose === 'stop' || (purpose === 'show' && situation.mayEnd)
        const begins = !ends && situation.card === 'Accepted'
        expect(decide(purpose, situation), JSON.stringify(situation)).toBe(begins ? 'Invalid' : otherwise)
      }
    }
  })

  const aSituation = fc.constantFrom(...situations)

  test('a card that is no good has one word, whatever it is wanted for', () => {
    fc.assert(
      fc.property(
        aSituation,
        fc.constantFrom(...purposes),
        fc.constantFrom(...purposes),
        (is, one, other) => {
          if (is.card !== 'Accepted') expect(decide(one, is)).toBe(decide(other, is))
        },
      ),
    )
  })

  test('a master pass never begins, and nobody begins a second session', () => {
    fc.assert(
      fc.property(aSituation, (is) => {
        const known = is.card === 'Accepted'
        if (known && (is.masterPass || is.charges)) expect(decide('start', is)).not.toBe('Accepted')
      }),
    )
  })

  test('whatever may begin may be shown before, and what is good may always end', () => {
    fc.assert(
      fc.property(aSituation, (is) => {
        if (decide('start', is) === 'Accepted') expect(decide('show', is)).toBe('Accepted')
        if (is.card === 'Accepted') expect(decide('stop', is)).toBe('Accepted')
      }),
    )
  })

  const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const aCard = fc.record({
    token: fc.constant('CARD'),
    driverId: fc.constant(null),
    blocked: fc.boolean(),
    noCredit: fc.boolean(),
    paymentMethodType: fc.constant('account' as const),
    expiresAt: fc.option(at),
    group: fc.option(fc.constantFrom('G', 'H')),
    terms: fc.constant({ group: null, discountPercent: 0, contracts: [] }),
    fleet: fc.constant(null),
    isPartners: fc.boolean(),
  })

  test('a card is good until its end and not at it; blocked is said before expired', () => {
    fc.assert(
      fc.property(aCard, at, (card, now) => {
        const ended = card.expiresAt !== null && card.expiresAt.getTime() <= now.getTime()
        expect(wordOf(card, now)).toBe(card.blocked ? 'Blocked' : ended ? 'Expired' : 'Accepted')
        if (card.expiresAt) {
          const before = new Date(card.expiresAt.getTime() - 1)
          expect(wordOf({ ...card, blocked: false }, before)).toBe('Accepted')
          expect(wordOf({ ...card, blocked: false }, card.expiresAt)).toBe('Expired')
        }
      }),
    )
    expect(wordOf(undefined, new Date())).toBe('Invalid')
  })

  test('the end always goes with the word, the group only with Accepted', () => {
    fc.assert(
      fc.property(aCard, fc.constantFrom(...cards, 'ConcurrentTx' as const), (card, status) => {
        const { expiresAt, group } = authorizationAnswer(status, card)
        expect(expiresAt ?? null).toEqual(card.expiresAt)
        expect(group ?? null).toBe(status === 'Accepted' ? card.group : null)
      }),
    )
    expect(authorizationAnswer('Invalid', undefined)).toEqual({ status: 'Invalid' })
  })
})

describe('a card in a local list', () => {
  const now = new Date('2026-03-10T09:00:00Z')
  const card: KnownToken = {
    token: 'CARD',
    driverId: null,
    blocked: false,
    noCredit: false,
    expiresAt: null,
    group: null,
    paymentMethodType: 'account',
    terms: { group: null, discountPercent: 0, contracts: [] },
    fleet: null,
    isPartners: false,
  }
  const later = new Date('2026-03-11T09:00:00Z')

  test.each<[string, Partial<KnownToken>, object]>([
    ['a plain one', {}, { status: 'Accepted' }],
    [
      'one that ends, in a group',
      { expiresAt: later, group: 'G' },
      { status: 'Accepted', expiresAt: '2026-03-11T09:00:00.000Z', group: 'G' },
    ],
    ['one without credit, and without its group', { noCredit: true, group: 'G' }, { status: 'NoCredit' }],
    ['a blocked one, whatever is owed', { blocked: true, noCredit: true }, { status: 'Blocked' }],
    ['an ended one', { expiresAt: now }, { status: 'Expired', expiresAt: now.toISOString() }],
    ['a master pass', { group: 'M' }, { status: 'Accepted', group: 'M', endsOnly: true }],
  ])('%s', (_what, changes, answer) => {
    expect(listedCard({ ...card, ...changes }, 'M', now)).toEqual(answer)
  })

  test('is no master pass without a group, even where the network has no such group', () => {
    expect(isMasterPass(card, null)).toBe(false)
    expect(isMasterPass({ ...card, group: 'M' }, null)).toBe(false)
    expect(isMasterPass({ ...card, group: 'M' }, 'M')).toBe(true)
  })

  const listed = { status: 'Accepted', expiresAt: 'then', group: 'G', endsOnly: true } as const
  test.each([
    ['nothing and nothing', undefined, undefined, true],
    ['nothing and a card', undefined, listed, false],
    ['a card and nothing', listed, undefined, false],
    ['the same', listed, { ...listed }, true],
    ['another word', listed, { ...listed, status: 'Blocked' as const }, false],
    ['another end', listed, { ...listed, expiresAt: 'now' }, false],
    ['another group', listed, { ...listed, group: 'H' }, false],
    ['one that may begin', listed, { status: 'Accepted', expiresAt: 'then', group: 'G' } as const, false],
  ])('a list says the same of %s', (_what, one, other, isSame) => {
    expect(sameListing(one, other)).toBe(isSame)
  })
})
