import type { ErrorTexts } from './error-texts.ts'

export const placesErrors = {
  'location.not_found': {
    status: 404,
    en: 'There is no such location.',
    de: 'Diesen Standort gibt es nicht.',
    ru: 'Такой локации нет.',
  },
  'tariff.invalid': {
    status: 400,
    en: 'The tariff is not valid.',
    de: 'Der Tarif ist ungültig.',
    ru: 'Неверный тариф.',
  },
} as const satisfies ErrorTexts
