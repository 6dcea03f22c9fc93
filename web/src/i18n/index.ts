import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

export const languages = ['en', 'de', 'ru'] as const
export type Language = (typeof languages)[number]

/** Each language by its own name, as switchers show them. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', ru: 'Русский' }

const KEY = 'stationmaster.language'

const texts: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('./en/index.ts'),
  de: () => import('./de/index.ts'),
  ru: () => import('./ru/index.ts'),
}

/** The first of the wanted languages that we have, English when there is none (spec document 1, section 9). */
export function languageOf(wanted: readonly (string | null)[]): Language {
  for (const tag of wanted) {
    const known = languages.find((language) => tag?.toLowerCase().split('-')[0] === language)
    if (known) return known
  }
  return 'en'
}

/** The language that is shown at present. */
export const currentLanguage = (): Language => languageOf([i18next.language ?? null])

/** Loads the visitor's language and makes it the shown one. */
export async function startI18n(): Promise<void> {
  const language = languageOf([localStorage.getItem(KEY), ...navigator.languages])
  const { default: translation } = await texts[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation } },
    interpolation: { escapeValue: false },
    partialBundledLanguages: true,
  })
  document.documentElement.lang = language
}

/** Switches the shown language and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).default)
  }
  await i18next.changeLanguage(language)
  localStorage.setItem(KEY, language)
  document.documentElement.lang = language
}
