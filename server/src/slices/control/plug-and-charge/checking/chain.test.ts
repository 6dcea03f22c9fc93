import type { X509Certificate } from 'node:crypto'
import { Authority, drawKeys } from '@stationmaster/simulator/pki'
import { contractKey, DAY_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { isValidAt, judge, judgeStandings, readChain, rooted } from './chain.ts'

const from = new Date('2026-01-01T00:00:00Z')
const until = new Date('2027-01-01T00:00:00Z')
const seconds = (at: Date, count: number) => new Date(at.getTime() + count * 1000)
const root = Authority.root('MO Root', from, seconds(until, 3600))
const other = Authority.root('Another Root', from, until)
const namesake = Authority.root('MO Root', from, until)
const order = (commonName: string, end = until) => ({ commonName, from, until: end })
const upper = root.below(order('MO Sub 1'))
const lower = upper.below(order('MO Sub 2'))
const lowest = lower.below(order('MO Sub 3'))
const contract = 'DE8AACA2B3C4D5'

const issue = (authority: Authority, commonName = contract, end = until, isAuthority = false) =>
  authority.issue({ ...order(commonName, end), publicKey: drawKeys().publicKey, authority: isAuthority })
const chainBelow = (authority: Authority) => [issue(authority), ...authority.chain()]
const roots = [other.certificate, root.certificate]
const verdictOf = (chain: readonly X509Certificate[], id = contract, known = roots) => {
  const found = rooted(chain, id, known)
  return typeof found === 'string' ? found : found.root === root.certificate ? 'rooted' : 'elsewhere'
}

describe('a chain to a root', () => {
  test.each([
    ['its root itself', root],
    ['one authority', upper],
    ['two authorities', lower],
  ])('may have %s above the contract', (_what, authority) => {
    expect(verdictOf(chainBelow(authority))).toBe('rooted')
  })

  test('has no third authority', () => {
    expect(verdictOf(chainBelow(lowest))).toBe('CertChainError')
  })

  test('may bring its root, and no other one', () => {
    expect(verdictOf([...chainBelow(lower), root.certificate])).toBe('rooted')
    const stray = [...chainBelow(upper), other.certificate]
    expect(verdictOf(stray, contract, [root.certificate])).toBe('CertChainError')
  })

  test('ends at no unknown root', () => {
    expect(verdictOf(chainBelow(lower), contract, [other.certificate])).toBe('CertChainError')
    expect(verdictOf(chainBelow(lower), contract, [])).toBe('CertChainError')
  })

  test('is not of a root that only bears the name', () => {
    expect(verdictOf(chainBelow(lower), contract, [namesake.certificate])).toBe('SignatureError')
    expect(verdictOf(chainBelow(lower), contract, [namesake.certificate, root.certificate])).toBe('rooted')
  })

  test('is in order and without gaps', () => {
    const [own, first, second] = chainBelow(lower) as [X509Certificate, X509Certificate, X509Certificate]
    expect(verdictOf([own, second, first])).toBe('CertChainError')
    expect(verdictOf([own, second])).toBe('CertChainError')
    expect(verdictOf([first, second])).toBe('CertChainError')
    expect(verdictOf([own])).toBe('CertChainError')
  })

  test('has signatures that are those of their issuers', () => {
    const impostor = Authority.root('MO Sub 2', from, until)
    expect(verdictOf([issue(impostor), ...lower.chain()])).toBe('SignatureError')
  })

  test('begins with a contract, which is no authority, and goes on with authorities', () => {
    expect(verdictOf([issue(lower, contract, until, true), ...lower.chain()])).toBe('CertChainError')
    expect(verdictOf([])).toBe('NoCertificateAvailable')
  })

  test.each([
    ['DE-8AA-CA2B3C4D5', 'rooted'],
    ['de8aaca2b3c4d5n', 'rooted'],
    ['DE8AACA2B3C4D6', 'CertChainError'],
    ['DE8AACA2B3C4D', 'CertChainError'],
  ])('of the contract that is presented: %s is %s', (id, verdict) => {
    expect(verdictOf(chainBelow(lower), id)).toBe(verdict)
  })
})

describe('a rooted chain', () => {
  const judged = (now: Date, ends: { own?: Date } = {}) => {
    const chain = [issue(lower, contract, ends.own), ...lower.chain()]
    return judge({ certificates: chain, root: root.certificate }, ['good', 'good', 'none'], now)
  }

  test.each([
    [seconds(from, -1), 'CertificateExpired'],
    [from, 'Accepted'],
    [seconds(until, -1), 'Accepted'],
    [until, 'Accepted'],
    [new Date(until.getTime() + 999), 'Accepted'],
    [seconds(until, 1), 'CertificateExpired'],
  ])('at %s is %s', (now, verdict) => {
    expect(judged(now)).toBe(verdict)
  })

  test('is over with its contract, with an authority, and with its root', () => {
    const own = new Date(from.getTime() + 30 * DAY_MS)
    expect(judged(own, { own })).toBe('Accepted')
    expect(judged(seconds(own, 1), { own })).toBe('CertificateExpired')
    const short = Authority.root('Short', from, own)
    const below = { certificates: [issue(short)], root: short.certificate }
    expect(judge(below, [], own)).toBe('Accepted')
    expect(judge(below, [], seconds(own, 1))).toBe('CertificateExpired')
  })

  test('is judged by the worst that is known of its certificates', () => {
    expect(judgeStandings(['good', 'none'])).toBe('Accepted')
    expect(judgeStandings(['good', 'unknown'])).toBe('NoCertificateAvailable')
    expect(judgeStandings(['unknown', 'revoked'])).toBe('CertificateRevoked')
    expect(judgeStandings([])).toBe('Accepted')
  })
})

test('certificates are read from PEM, and nothing else is', () => {
  const pem = root.certificate.toString()
  expect(readChain(`${pem}\n${pem}`)).toHaveLength(2)
  for (const text of ['', 'none', pem.replace('MII', 'MIJ'), pem.slice(0, -30)])
    expect(readChain(text)).toBeNull()
  expect(isValidAt(root.certificate, seconds(until, 3600))).toBe(true)
  expect(isValidAt(root.certificate, seconds(until, 3601))).toBe(false)
})

test.each([
  ['DE-8AA-CA2B3C4D5-N', 'DE8AACA2B3C4D5'],
  ['de8aaca2b3c4d5', 'DE8AACA2B3C4D5'],
  ['DE8AACA2B3C4D5N', 'DE8AACA2B3C4D5'],
  ['DE8AACA2B3C4D5NN', 'DE8AACA2B3C4D5NN'],
  ['DE8AAXA2B3C4D5', 'DE8AAXA2B3C4D5'],
  ['04a1b2c3', '04A1B2C3'],
])('%s is compared as %s', (id, key) => {
  expect(contractKey(id)).toBe(key)
})
