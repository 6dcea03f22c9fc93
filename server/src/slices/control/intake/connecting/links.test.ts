import type { CentralLink } from '@stationmaster/ocpp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Links } from './links.ts'

const linkOf = (stationId: string) => {
  const close = vi.fn<CentralLink['close']>()
  return { close, link: { stationId, close } as unknown as CentralLink }
}

describe('the sockets of a node', () => {
  let links: Links
  beforeEach(() => {
    links = new Links()
  })

  test('are one a station', () => {
    const [one, other] = [linkOf('S1'), linkOf('S2')]
    expect(links.size).toBe(0)
    expect(links.open(one.link)).toBe(false)
    expect(links.open(other.link)).toBe(false)
    expect(links.size).toBe(2)
    expect(links.get('S1')).toBe(one.link)
    expect(links.get('S2')).toBe(other.link)
    expect(links.get('S3')).toBeUndefined()
    expect([...links.all()]).toEqual([one.link, other.link])
    expect(one.close).not.toHaveBeenCalled()
  })

  test('give way to a newer one of the same station', () => {
    const [old, newer] = [linkOf('S1'), linkOf('S1')]
    links.open(old.link)
    expect(links.open(newer.link)).toBe(true)
    expect(old.close.mock.calls).toEqual([[1000, 'replaced by a newer connection']])
    expect(newer.close).not.toHaveBeenCalled()
    expect(links.get('S1')).toBe(newer.link)
    expect(links.size).toBe(1)
  })

  test('are forgotten when they have closed, unless a newer one is there', () => {
    const [old, newer] = [linkOf('S1'), linkOf('S1')]
    links.open(old.link)
    links.open(newer.link)
    expect(links.gone(old.link)).toBe(false)
    expect(links.get('S1')).toBe(newer.link)
    expect(links.gone(newer.link)).toBe(true)
    expect(links.get('S1')).toBeUndefined()
    expect(links.gone(newer.link)).toBe(false)
  })
})
