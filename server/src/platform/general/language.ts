import { type Language, languages } from '@stationmaster/contract'

/** The language of ours that an Accept-Language header prefers (RFC 9110, 12.5.4), English when it names none. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean)
      return { tag: tag.toLowerCase().split('-')[0], weight: Number(quality ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const known = languages.find((language) => language === tag)
    if (known) return known
  }
  return 'en'
}
