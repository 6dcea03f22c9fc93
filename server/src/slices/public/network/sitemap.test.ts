import { languages } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { addressOf, sitemapOf } from './sitemap.ts'

test('a page has one address in each language, and one without a language', () => {
  expect(addressOf('https://example.org/app/', '/network/4')).toBe('https://example.org/network/4')
  expect(addressOf('https://example.org', '/network/4', 'de')).toBe('https://example.org/network/4?lang=de')
})

test('each page is listed in every language, with links to the other languages', () => {
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
