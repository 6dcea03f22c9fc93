import { describe, expect, test } from 'vitest'
import { compare, listedTotalOf, type OwnBill, totalsOf } from './compare.ts'
import { type ListedBill, readPartnerList } from './partner-list.ts'

const ours = (more: Partial<OwnBill> = {}): OwnBill => ({
  id: '12',
  sessionId: '12',
  startedAt: '2026-03-01T10:00:00.000Z',
  endedAt: '2026-03-01T11:00:00.000Z',
  energyWh: 10_000,
  netMinor: 17_000,
  grossMinor: 20_400,
  currency: 'RUB',
  isCredit: false,
  vat: 'domestic',
  ...more,
})
const theirs = (more: Partial<ListedBill> = {}): ListedBill => ({
  id: '12',
  sessionId: '12',
  startedAt: '2026-03-01T10:00:00.000Z',
  endedAt: '2026-03-01T11:00:00.000Z',
  energyWh: 10_000,
  netMinor: 17_000,
  grossMinor: 20_400,
  currency: 'RUB',
  ...more,
})
const found = (more: Partial<ListedBill>) =>
  compare([ours()], [theirs(more)]).flatMap(({ fields }) => fields.map(({ field }) => field))

describe('two lines of one bill', () => {
  test.each<[Partial<ListedBill>, string[]]>([
    [{}, []],
    // a list that does not say
    [{ sessionId: null, startedAt: null, endedAt: null, energyWh: null, netMinor: null, currency: null }, []],
    [{ energyWh: 9994 }, ['energy']],
    [{ energyWh: 9995 }, []],
    [{ energyWh: 10_005 }, []],
    [{ energyWh: 10_006 }, ['energy']],
    [{ startedAt: '2026-03-01T09:59:59.000Z' }, []],
    [{ startedAt: '2026-03-01T09:59:58.999Z' }, ['start']],
    [{ endedAt: '2026-03-01T11:00:01.000Z' }, []],
    [{ endedAt: '2026-03-01T11:00:01.001Z' }, ['end']],
    [{ grossMinor: 20_399 }, ['gross']],
    [{ grossMinor: 20_401 }, ['gross']],
    [{ netMinor: 16_999, grossMinor: 20_399 }, ['net', 'gross']],
    [{ currency: 'EUR', sessionId: 'X' }, ['session_id', 'currency']],
  ])('%j: %j', (more, expected) => {
    expect(found(more)).toEqual(expected)
  })
})

test('what one side alone has, and how much that is', () => {
  const bills = [ours(), ours({ id: '13', sessionId: '13' }), ours({ id: 'A-1', sessionId: '14' })]
  const list = [theirs({ grossMinor: 20_000 }), theirs({ id: 'a-1', sessionId: '14' }), theirs({ id: '99' })]
  expect(compare(bills, list)).toEqual([
    {
      id: '12',
      kind: 'differs',
      fields: [{ field: 'gross', ours: 20_400, theirs: 20_000 }],
      ours: bills[0],
      theirs: list[0],
      grossMinor: 400,
    },
    { id: '13', kind: 'missing', fields: [], ours: bills[1], theirs: null, grossMinor: 20_400 },
    { id: '99', kind: 'unknown', fields: [], ours: null, theirs: list[2], grossMinor: -20_400 },
  ])
})

test('of a list that says the net amounts alone, those are what is lacking', () => {
  const lacking = (more: Partial<ListedBill>) => compare([ours()], [theirs(more)])[0]?.grossMinor
  expect(lacking({ netMinor: 16_900, grossMinor: null })).toBe(100)
  expect(lacking({ netMinor: null, grossMinor: null, energyWh: 0 })).toBe(0)
})

test('what a list comes to: credits are taken off, and what no line says is not known', () => {
  const credit = theirs({ id: '12-C', netMinor: -17_000, grossMinor: -20_400 })
  const other = theirs({ id: '13', energyWh: 5000, netMinor: 8500, grossMinor: 10_200 })
  expect(listedTotalOf([theirs(), credit, other])).toEqual({
    energyWh: 5000,
    netMinor: 8500,
    grossMinor: 10_200,
  })
  const silent = { energyWh: null, netMinor: null, grossMinor: null }
  expect(listedTotalOf([theirs(silent)])).toEqual(silent)
  expect(listedTotalOf([])).toEqual(silent)
})

test('a credit takes its energy and money off the sum', () => {
  const credit = ours({ id: '12-C', netMinor: -17_000, grossMinor: -20_400, isCredit: true })
  const again = ours({ id: '12-2', netMinor: 10_000, grossMinor: 12_000 })
  expect(totalsOf([ours(), credit, again])).toEqual({
    bills: 3,
    sessions: 1,
    energyWh: 10_000,
    netMinor: 10_000,
    vatMinor: 2000,
    grossMinor: 12_000,
  })
})

describe('a partner’s list', () => {
  const heads = 'cdr_id,session_id,start,end,kwh,cost_excl_vat,cost_incl_vat,currency'
  test('is read with either separator and decimal mark', () => {
    const line = '12,12,2026-03-01T10:00:00Z,2026-03-01T14:00:00+03:00,10.000,170.00,204.00,RUB'
    expect(readPartnerList(`\uFEFF${heads}\r\n${line}\r\n`)).toEqual([theirs()])
    expect(
      readPartnerList(`${heads.replaceAll(',', ';')}\n${line.replaceAll(',', ';').replaceAll('.', ',')}`),
    ).toEqual([theirs()])
    expect(readPartnerList('CDR_ID\n12')).toEqual([
      theirs({
        sessionId: null,
        startedAt: null,
        endedAt: null,
        energyWh: null,
        netMinor: null,
        grossMinor: null,
        currency: null,
      }),
    ])
  })

  test.each([
    ['0.004', 0],
    ['0.005', 1],
    ['1.005', 101],
    ['-1.005', -101],
    ['-1.004', -100],
    ['203.9949', 20_399],
    ['203.995', 20_400],
  ])('%s is %i kopecks', (written, minor) => {
    expect(readPartnerList(`cdr_id,cost_incl_vat\n1,${written}`)[0]?.grossMinor).toBe(minor)
  })

  test.each([
    ['id\n1', '1: cdr_id'],
    ['cdr_id\n1\n"2', 'CSV'],
    ['cdr_id,kwh\n1,2\n,3', '3: cdr_id'],
    ['cdr_id\n1\n1', '3: cdr_id 1'],
    ['cdr_id,kwh\n1,many', '2: kwh'],
    ['cdr_id,start\n1,yesterday', '2: start'],
  ])('%j is refused, with its line', (text, line) => {
    expect(() => readPartnerList(text)).toThrow(expect.objectContaining({ details: { line } }))
  })
})
