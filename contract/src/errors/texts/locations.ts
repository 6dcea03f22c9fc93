import type { ErrorTexts } from '../error-texts.ts'

export const locationsErrors = {
  'location.not_found': {
    status: 404,
    en: 'There is no such location.',
    de: 'Diesen Standort gibt es nicht.',
    ru: 'Такой локации нет.',
  },
  'location.changed': {
    status: 409,
    en: 'Somebody else has changed this location meanwhile. Nothing was saved.',
    de: 'Jemand anderes hat diesen Standort inzwischen geändert. Es wurde nichts gespeichert.',
    ru: 'Кто-то уже изменил эту локацию. Ничего не сохранено.',
  },
  'feedback.not_found': {
    status: 404,
    en: 'There is no such review.',
    de: 'Diese Bewertung gibt es nicht.',
    ru: 'Такого отзыва нет.',
  },
  'feedback.too_early': {
    status: 409,
    en: 'A review can be written after the car has charged.',
    de: 'Bewertet werden kann nach dem Laden.',
    ru: 'Отзыв можно оставить после зарядки.',
  },
  'location.hours_overlap': {
    status: 400,
    en: 'Two opening periods overlap.',
    de: 'Zwei Öffnungszeiten überschneiden sich.',
    ru: 'Два периода работы пересекаются.',
  },
  'location.has_open_orders': {
    status: 409,
    en: 'Cars are charging here or about to: a location with open orders cannot be deleted.',
    de: 'Hier wird gerade oder gleich geladen: Ein Standort mit offenen Ladevorgängen kann nicht gelöscht werden.',
    ru: 'Здесь есть незавершённые заказы: такую локацию удалить нельзя.',
  },
  'tariff.invalid': {
    status: 400,
    en: 'The tariff is not valid.',
    de: 'Der Tarif ist ungültig.',
    ru: 'Неверный тариф.',
  },
  'tariff.start_in_past': {
    status: 400,
    en: 'The start of the price lies in the past. Choose a later moment, or start it now.',
    de: 'Der Beginn des Preises liegt in der Vergangenheit. Wählen Sie einen späteren Zeitpunkt, oder beginnen Sie jetzt.',
    ru: 'Начало действия цены уже прошло. Выберите более поздний момент или начните сейчас.',
  },
  'tariff.change_not_found': {
    status: 404,
    en: 'There is no such price change.',
    de: 'Diese Preisänderung gibt es nicht.',
    ru: 'Такого изменения цены нет.',
  },
  'tariff.already_begun': {
    status: 409,
    en: 'This price has begun already and stays in the price history. Set a new price instead.',
    de: 'Dieser Preis gilt schon und bleibt im Preisverlauf. Legen Sie stattdessen einen neuen fest.',
    ru: 'Эта цена уже действует и остаётся в истории цен. Вместо отмены установите новую.',
  },
} as const satisfies ErrorTexts
