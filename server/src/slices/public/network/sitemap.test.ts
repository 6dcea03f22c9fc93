import { languages } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { addressOf, sitemapOf } from './sitemap.ts'

test('a page has an address of its own in each language, and one in none', () => {
  expect(addressOf('https://example.org/app/', '/network/4')).toBe('https://example.org/network/4')
  expect(addressOf('https://example.org', '/network/4', 'de')).toBe('https://example.org/network/4?lang=de')
})

test('each page stands in every language, with the others beside it', () => {
  const [head, open, network, place, end, ...more] = sitemapOf('https://example.org', [4])
  expect([head, end, more]).toEqual(['<?xml version="1.0" encoding="UTF-8"?>\n', '</urlset>\n', []])
  expect(open).toBe(
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n',
  )
  const page = (path: string) => {
    const link = (name: string, query: string) =>
      `<xhtml:link rel="alternate" hreflang="${name}" href="https://example.org${path}${query}"/>`
    const links = languages.map((one) => link(one, `?lang=${one}`)).join('') + link('x-default', '')
    return languages
      .map((one) => `<url><loc>https://example.org${path}?lang=${one}</loc>${links}</url>\n`)
      .join('')
  }
  expect(network).toBe(page('/network'))
  expect(place).toBe(page('/network/4'))
})
