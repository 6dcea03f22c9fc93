import type { Language } from '@stationmaster/contract'
import type { Config } from '../../../config/config.ts'

export type Reachable = Pick<Config, 'supportPhone' | 'links'>

const words: Record<Language, { phone: string; page: string; nobody: string }> = {
  en: {
    phone: 'by phone at',
    page: 'on our contact page',
    nobody: 'through the administrator who gave you access',
  },
  de: {
    phone: 'telefonisch unter',
    page: 'über unsere Kontaktseite',
    nobody: 'über die Administration, die Ihnen den Zugang gegeben hat',
  },
  ru: {
    phone: 'по телефону',
    page: 'на странице контактов',
    nobody: 'через администратора, который выдал вам доступ',
  },
}

/** How the network's operator is reached, as HTML that is still to be sanitised. */
export function contactIn(language: Language, { supportPhone, links }: Reachable): string {
  const { phone, page, nobody } = words[language]
  const site = links.contact && new URL(links.contact)
  const ways = [
    supportPhone && `${phone} <a href="tel:${supportPhone.replaceAll(/[^+\d]/g, '')}">${supportPhone}</a>`,
    site && `${page} (<a href="${site.href}">${site.host}</a>)`,
  ].filter(Boolean)
  return ways.length > 0 ? ways.join(', ') : nobody
}
