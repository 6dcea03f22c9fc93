import type { Language } from '@stationmaster/contract'
import type { Config } from '../../../config/config.ts'
import { texts } from '../../../i18n/index.ts'

export type Reachable = Pick<Config, 'supportPhone' | 'links'>

/** How the network's operator is reached, as HTML that is still to be sanitised. */
export function contactIn(language: Language, { supportPhone, links }: Reachable): string {
  const { phone, page, nobody } = texts[language].contact
  const site = links.contact && new URL(links.contact)
  const ways = [
    supportPhone && `${phone} <a href="tel:${supportPhone.replaceAll(/[^+\d]/g, '')}">${supportPhone}</a>`,
    site && `${page} (<a href="${site.href}">${site.host}</a>)`,
  ].filter(Boolean)
  return ways.length > 0 ? ways.join(', ') : nobody
}
