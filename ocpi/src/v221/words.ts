import { z } from 'zod'
import type { Codec } from '../codec/codec.ts'
import { micro } from '../codec/numbers.ts'
import { named, objectOf, optional } from '../codec/objects.ts'
import { oneOf } from '../codec/texts.ts'
import {
  capabilities,
  connectorStandards,
  facilities,
  type Price,
  type PriceLimit,
  parkingTypes,
} from '../model/index.ts'
import type { Words } from '../shared/basics.ts'

const rawPrice = z.object({ excl_vat: z.number(), incl_vat: z.number().nullish() })

const toMicro = (amount: number) => Math.round(amount * 1_000_000)

/** A price has one tax at most here, the VAT, of which only the sum is known. */
const price: Codec<Price> = {
  reading: rawPrice.transform(({ excl_vat, incl_vat }) => {
    const beforeTaxesMicro = toMicro(excl_vat)
    if (incl_vat === undefined || incl_vat === null) return { beforeTaxesMicro }
    const amountMicro = toMicro(incl_vat) - beforeTaxesMicro
    return { beforeTaxesMicro, taxes: amountMicro === 0 ? [] : [{ name: 'VAT', amountMicro }] }
  }),
  write({ beforeTaxesMicro, taxes }, losses) {
    const excl_vat = micro.write(beforeTaxesMicro, losses) ?? 0
    if (!taxes) return { excl_vat }
    const withTaxes = taxes.reduce((sum, { amountMicro }) => sum + amountMicro, beforeTaxesMicro)
    return { excl_vat, incl_vat: micro.write(withTaxes, losses) ?? 0 }
  },
}

/** 2.2.1 has closed lists where 2.3.0 lets partners add to them. */
export const words: Words = {
  price,
  priceLimit: objectOf<PriceLimit>({
    beforeTaxesMicro: named('excl_vat', micro),
    afterTaxesMicro: optional(micro, 'incl_vat'),
  }),
  tokenType: oneOf<string>(['AD_HOC_USER', 'APP_USER', 'OTHER', 'RFID'], { EMAID: 'OTHER' }),
  role: oneOf(['CPO', 'EMSP', 'HUB', 'NAP', 'NSP', 'OTHER', 'SCSP']),
  imageCategory: oneOf<string>(['CHARGER', 'ENTRANCE', 'LOCATION', 'NETWORK', 'OPERATOR', 'OTHER', 'OWNER']),
  environImpact: oneOf<string>(['NUCLEAR_WASTE', 'CARBON_DIOXIDE']),
  capability: oneOf<string>(capabilities),
  facility: oneOf<string>(facilities),
  parkingRestriction: oneOf<string>(['EV_ONLY', 'PLUGGED', 'DISABLED', 'CUSTOMERS', 'MOTORCYCLES']),
  parkingType: oneOf<string>(parkingTypes),
  // the plug of Tesla's cars in America is what became SAE J3400
  connectorStandard: oneOf<string>(connectorStandards, { SAE_J3400: 'TESLA_S' }),
}
