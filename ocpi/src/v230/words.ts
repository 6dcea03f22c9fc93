import { micro, ppm } from '../codec/numbers.ts'
import { listOf, named, objectOf, optional } from '../codec/objects.ts'
import { exactText, oneOf, openEnum, text } from '../codec/texts.ts'
import type { Price, PriceLimit, TaxAmount } from '../model/index.ts'
import type { Words } from '../shared/basics.ts'

const tax = objectOf<TaxAmount>({
  name: text(255),
  accountNumber: optional(exactText(255)),
  ratePpm: optional(ppm, 'percentage'),
  amountMicro: named('amount', micro),
})

/** Partners may add to most of the lists of 2.3.0. */
export const words: Words = {
  price: objectOf<Price>({
    beforeTaxesMicro: named('before_taxes', micro),
    taxes: optional(listOf(tax)),
  }),
  priceLimit: objectOf<PriceLimit>({
    beforeTaxesMicro: named('before_taxes', micro),
    afterTaxesMicro: optional(micro, 'after_taxes'),
  }),
  tokenType: openEnum,
  role: oneOf(['CPO', 'EMSP', 'NAP', 'NSP', 'OTHER', 'SCSP']),
  imageCategory: openEnum,
  environImpact: openEnum,
  capability: openEnum,
  facility: openEnum,
  parkingRestriction: openEnum,
  parkingType: openEnum,
  connectorStandard: openEnum,
}
