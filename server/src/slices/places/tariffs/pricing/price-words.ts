import type { Language } from '@stationmaster/contract'
import { fill, texts } from '../../../../i18n/index.ts'
import { formatsOf } from '../../../../platform/documents/paper.ts'
import { simpleView, type TariffElement } from '../elements.ts'
import { windowsOf } from './windows.ts'

interface Written {
  language: Language
  currency: string
}

/** What the prices without conditions say in words, those that cost something: of a kWh, a minute and a session. */
export function pricesInWords(elements: TariffElement[], { language, currency }: Written): string[] {
  const { tariff, rate, startFee } = simpleView(elements)
  const words = texts[language].mailedPrice
  const { money } = formatsOf(language, currency)
  const priced = [
    [words.energy, tariff],
    [words.time, rate],
    [words.session, startFee],
  ] as const
  return priced.flatMap(([text, minor]) => (minor > 0 ? [fill(text, { price: money(minor) })] : []))
}

/** That other prices hold at some times, where it is so. */
export const windowsInWords = (elements: readonly TariffElement[], language: Language): string[] =>
  windowsOf(elements).length > 0 ? [texts[language].mailedPrice.windows] : []
