import type { ErrorTexts } from './error-texts.ts'

export const ordersErrors = {
  'order.not_found': {
    status: 404,
    en: 'There is no such order.',
    de: 'Diesen Ladevorgang gibt es nicht.',
    ru: 'Такого заказа нет.',
  },
  'order.illegal_move': {
    status: 409,
    en: 'The order cannot do this in its present state.',
    de: 'Im jetzigen Zustand geht das bei diesem Ladevorgang nicht.',
    ru: 'В нынешнем состоянии заказа это невозможно.',
  },
  'driver.busy': {
    status: 409,
    en: 'The driver has an open order already.',
    de: 'Der Fahrer hat schon einen offenen Ladevorgang.',
    ru: 'У водителя уже есть открытый заказ.',
  },
  'driver.not_found': {
    status: 404,
    en: 'There is no such driver.',
    de: 'Diesen Fahrer gibt es nicht.',
    ru: 'Такого водителя нет.',
  },
  'token.exists': {
    status: 409,
    en: 'A card with this id exists already.',
    de: 'Eine Karte mit dieser Kennung gibt es schon.',
    ru: 'Карта с таким номером уже есть.',
  },
} as const satisfies ErrorTexts
