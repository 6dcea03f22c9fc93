import accountTexts from 'virtual:texts/account'
import allTexts from 'virtual:texts/all'
import chargeTexts from 'virtual:texts/charge'
import firstTexts from 'virtual:texts/first'
import networkTexts from 'virtual:texts/network'
import payTexts from 'virtual:texts/pay'
import { type Language, languages } from '@stationmaster/units'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts as Translation } from './generated/texts.ts'

export { type Language, languages }

/** Each language by its own name, as switchers show them. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', ru: 'Русский' }

const storageKey = 'stationmaster.language'

type Texts = typeof allTexts

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Translation }
  }
}

const loaded = new Set<Texts>()

/** The first of the wanted languages that the product has, else English (domain.md#screens). */
export function languageOf(wanted: readonly (string | null)[]): Language {
  for (const tag of wanted) {
    const known = languages.find((language) => tag?.toLowerCase().split('-')[0] === language)
    if (known) return known
  }
  return 'en'
}

/** The language that is shown at present. */
const currentLanguage = (): Language => languageOf([i18next.language ?? null])

/** The language that an address of the public network names, as search engines link it. */
const languageOfAddress = (): string | null =>
  location.pathname.startsWith('/network') ? new URLSearchParams(location.search).get('lang') : null

/** Shows the language of the address or the visitor's. */
export async function startI18n(): Promise<void> {
  const kept = localStorage.getItem(storageKey)
  const ofAddress = languageOfAddress()
  const language = languageOf([ofAddress, kept, ...navigator.languages])
  await showLanguage(language)
  // the language of an address counts for that page only, and does not change the person's choice
  if (ofAddress === null) keepLanguage(language)
  else document.documentElement.lang = language
}

/** Loads a language and makes it the shown one; only the texts that the first paint needs. */
export async function showLanguage(language: Language): Promise<void> {
  const translation = (await firstTexts[language]()).default
  loaded.clear()
  loaded.add(firstTexts)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation } },
    interpolation: { escapeValue: false },
    partialBundledLanguages: true,
  })
}

/** Names it in the page, and to the server, which draws the first pages. */
function keepLanguage(language: Language): void {
  document.documentElement.lang = language
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is there over TLS only
  document.cookie = `${storageKey}=${language}; path=/; max-age=31536000; samesite=lax`
}

/** Loads the texts of every page but the drivers', once; after a failure the next call tries again. */
export const loadAllTexts = (): Promise<void> => load(allTexts)

/** The same for the drivers' page. */
export const loadPayTexts = (): Promise<void> => load(payTexts)

/** The same for a driver's own account. */
export const loadAccountTexts = (): Promise<void> => load(accountTexts)

/** The same for the public network. */
export const loadNetworkTexts = (): Promise<void> => load(networkTexts)

/** The same for the drivers' pages that the server draws. */
export const loadChargeTexts = (): Promise<void> => load(chargeTexts)

async function load(texts: Texts): Promise<void> {
  if (loaded.has(texts)) return
  await addTexts(texts, currentLanguage())
  loaded.add(texts)
}

/** Switches the shown language and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await Promise.all([...loaded].map((texts) => addTexts(texts, language)))
  await i18next.changeLanguage(language)
  localStorage.setItem(storageKey, language)
  keepLanguage(language)
  if (languageOfAddress() !== null) {
    const address = new URL(location.href)
    address.searchParams.delete('lang')
    history.replaceState(history.state, '', address)
  }
}

async function addTexts(from: Texts, language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', (await from[language]()).default, true, true)
}
