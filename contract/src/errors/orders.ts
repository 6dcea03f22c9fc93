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
  'order.not_running': {
    status: 409,
    en: 'This session does not run (any more).',
    de: 'Dieser Ladevorgang läuft nicht (mehr).',
    ru: 'Эта сессия не идёт (или уже завершена).',
  },
  'order.no_match': {
    status: 409,
    en: 'This end cannot belong to that order: another station, or it has ended by itself.',
    de: 'Dieses Ende kann nicht zu jenem Ladevorgang gehören: eine andere Station, oder er ist schon ordentlich beendet.',
    ru: 'Это завершение не может относиться к тому заказу: другая станция, или он уже завершён.',
  },
  'order.not_in_review': {
    status: 409,
    en: 'This order does not need review (any more).',
    de: 'Dieser Ladevorgang muss nicht (mehr) geprüft werden.',
    ru: 'Этому заказу проверка не нужна (или уже не нужна).',
  },
  'order.not_billable': {
    status: 409,
    en: 'Nothing is billed for this session: charging is free there. It can be waived.',
    de: 'Für diesen Vorgang wird nichts berechnet: Laden ist dort frei. Er kann erlassen werden.',
    ru: 'За эту сессию не взимается плата: зарядка там бесплатна. Её можно списать.',
  },
  'unmatched.not_found': {
    status: 404,
    en: 'There is no such unmatched transaction, or it is settled already.',
    de: 'Diesen offenen Vorgang gibt es nicht, oder er ist schon erledigt.',
    ru: 'Такой несопоставленной транзакции нет, или она уже разобрана.',
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
  'token.not_found': {
    status: 404,
    en: 'There is no such card.',
    de: 'Diese Karte gibt es nicht.',
    ru: 'Такой карты нет.',
  },
  'token.exists': {
    status: 409,
    en: 'A card with this id exists already.',
    de: 'Eine Karte mit dieser Kennung gibt es schon.',
    ru: 'Карта с таким номером уже есть.',
  },
} as const satisfies ErrorTexts
