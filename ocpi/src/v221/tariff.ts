import { z } from 'zod'
import type { Codec } from '../codec/codec.ts'
import { type ObjectCodec, objectOf } from '../codec/objects.ts'
import type { PriceComponent, Tariff, TaxIncluded } from '../model/index.ts'
import { tariffFieldsOf } from '../shared/tariff.ts'
import { words } from './words.ts'

/** Prices are without VAT here, always. */
const noTaxIncluded: Codec<TaxIncluded> & { absent: true } = {
  absent: true,
  reading: z
    .unknown()
    .optional()
    .transform(() => 'NO'),
  write: () => undefined,
}

const fields = { ...tariffFieldsOf(words), taxIncluded: noTaxIncluded }
const asItStands = objectOf<Tariff>(fields)

/** A tariff whose prices have no VAT in them. A price that has more than four decimals without its VAT is noted as a loss. */
export const tariff: ObjectCodec<Tariff> = {
  fields: asItStands.fields,
  reading: asItStands.reading,
  write: (value, losses) => asItStands.write(value.taxIncluded === 'YES' ? withoutVat(value) : value, losses),
}

const withoutVat = (tariff: Tariff): Tariff => ({
  ...tariff,
  elements: tariff.elements.map((element) => ({
    ...element,
    priceComponents: element.priceComponents.map(componentWithoutVat),
  })),
})

const componentWithoutVat = (component: PriceComponent): PriceComponent => ({
  ...component,
  // not rounded: what is written has four decimals, and must not be taken for exact
  priceMicro: (component.priceMicro * 1_000_000) / (1_000_000 + (component.vatPpm ?? 0)),
})
