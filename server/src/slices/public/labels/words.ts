import type { ConnectorType, Language } from '@stationmaster/contract'
import { fill, texts } from '../../../i18n/index.ts'
import { formatsOf } from '../../../platform/documents/paper.ts'
import { simpleView, type TariffElement } from '../../places/tariffs/elements.ts'
import { pricesInWords, windowsInWords } from '../../places/tariffs/pricing/price-words.ts'

/** A connector of a labeled station with its price; null: none. */
export interface LabeledConnector {
  type: ConnectorType
  elements: TariffElement[] | null
}

/** so many different prices stand beside each other on a label */
const sideBySide = 2

/** What a label says of a station's price: one for all, of each kind of connector, or the least where there are many. */
export function priceOfStation(
  connectors: readonly LabeledConnector[],
  { language, currency }: { language: Language; currency: string },
): string {
  const words = texts[language].labels
  const { free } = texts[language].mailedPrice
  /** the kinds of connectors of each price */
  const priced = new Map<string, Set<string>>()
  for (const { type, elements } of connectors) {
    const price =
      [
        ...pricesInWords(elements ?? [], { language, currency }),
        ...windowsInWords(elements ?? [], language),
      ].join(', ') || free
    priced.set(price, (priced.get(price) ?? new Set()).add(type))
  }
  const kinds = [...priced.values()].flatMap((types) => [...types])
  const isByKind = new Set(kinds).size === kinds.length
  if (priced.size <= 1) return [...priced.keys()][0] ?? free
  if (priced.size <= sideBySide && isByKind)
    return [...priced].map(([price, types]) => `${[...types].join(', ')}: ${price}`).join('; ')
  const least = Math.min(...connectors.map(({ elements }) => simpleView(elements ?? []).tariff))
  if (least === 0) return words.differs
  const { energy } = texts[language].mailedPrice
  return fill(words.from, { price: fill(energy, { price: formatsOf(language, currency).money(least) }) })
}
