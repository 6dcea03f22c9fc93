import { languages } from '@stationmaster/contract'

/** The address of a page of the network, with or without a language. */
export function addressOf(publicUrl: string, path: string, language?: string): string {
  const address = new URL(path, publicUrl)
  if (language !== undefined) address.searchParams.set('lang', language)
  return address.href
}

/**
 * The pages of the network for search engines (sitemaps.org), each in every language with links to the other languages. It is written
 * piece by piece, because a network may have thousands of pages. Addresses hold only numbers and languages, so only '&' is escaped.
 */
export function* sitemapOf(publicUrl: string, locationIds: Iterable<number>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
  yield urlsOf(publicUrl, '/network')
  for (const id of locationIds) yield urlsOf(publicUrl, `/network/${id}`)
  yield '</urlset>\n'
}

function urlsOf(publicUrl: string, path: string): string {
  const link = (name: string, language?: string) =>
    `<xhtml:link rel="alternate" hreflang="${name}" href="${addressOf(publicUrl, path, language)}"/>`
  const links = [...languages.map((one) => link(one, one)), link('x-default')].join('')
  return languages.map((one) => `<url><loc>${addressOf(publicUrl, path, one)}</loc>${links}</url>\n`).join('')
}
