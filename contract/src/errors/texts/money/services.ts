import type { ErrorTexts } from '../../error-texts.ts'

export const servicesErrors = {
  'service.not_found': {
    status: 404,
    en: 'There is no such service.',
    de: 'Diesen Service gibt es nicht.',
    ru: 'Такой услуги нет.',
  },
  'service.type_used': {
    status: 409,
    en: 'This location sells this kind of service already.',
    de: 'Dieser Standort bietet diesen Service bereits an.',
    ru: 'Такая услуга на этой локации уже есть.',
  },
  'service.too_many': {
    status: 409,
    en: 'You have added a maximal amount of services for this location.',
    de: 'Sie haben für diesen Standort die größtmögliche Zahl von Services hinzugefügt.',
    ru: 'Вы добавили максимальное количество услуг для этой локации.',
  },
  'service.not_now': {
    status: 409,
    en: 'Services are sold while the car is here or on its way, once the order is paid.',
    de: 'Services werden verkauft, solange das Auto da oder unterwegs ist und der Ladevorgang bezahlt ist.',
    ru: 'Услуги продаются, пока автомобиль на месте или в пути и заказ оплачен.',
  },
  'service.price_changed': {
    status: 409,
    en: 'The price of this service has just changed. Look at it, then try again.',
    de: 'Der Preis dieses Services hat sich gerade geändert. Sehen Sie ihn sich an und versuchen Sie es erneut.',
    ru: 'Цена этой услуги только что изменилась. Проверьте её и попробуйте ещё раз.',
  },
  'service.price_too_high': {
    status: 409,
    en: 'This is more than a service may cost at this location. Ask an administrator to set the price, or to raise the location’s limit.',
    de: 'Das ist mehr, als ein Service an diesem Standort kosten darf. Bitten Sie einen Administrator, den Preis zu setzen oder die Grenze des Standorts anzuheben.',
    ru: 'Это больше, чем может стоить услуга на этой локации. Попросите администратора установить цену или поднять предел локации.',
  },
  'service.price_not_agreed': {
    status: 409,
    en: 'An administrator has to agree to the price of this service first. Until then it is sold in cash or at a terminal only.',
    de: 'Dem Preis dieses Services muss zuerst ein Administrator zustimmen. Bis dahin wird er nur bar oder am Terminal verkauft.',
    ru: 'Сначала цену этой услуги должен подтвердить администратор. До тех пор она продаётся только за наличные или через терминал.',
  },
  'service.card_needed': {
    status: 409,
    en: 'Enter the card once more to buy this: nobody else may pay with it.',
    de: 'Geben Sie zum Kauf die Karte noch einmal ein: Niemand sonst darf damit bezahlen.',
    ru: 'Чтобы купить, введите карту ещё раз: больше никто не должен ею платить.',
  },
  'service.no_way': {
    status: 409,
    en: 'This order is paid in a way that takes nothing more: sell the service in cash or at a terminal.',
    de: 'Dieser Ladevorgang ist so bezahlt, dass nichts nachgebucht werden kann: Verkaufen Sie den Service bar oder am Terminal.',
    ru: 'Способ оплаты этого заказа не позволяет списать ещё: продайте услугу за наличные или через терминал.',
  },
  'service_type.not_found': {
    status: 404,
    en: 'There is no such kind of service.',
    de: 'Diese Art von Service gibt es nicht.',
    ru: 'Такого вида услуг нет.',
  },
  'service_type.in_use': {
    status: 409,
    en: 'Locations sell this kind of service. Delete it there first.',
    de: 'Standorte bieten diese Art von Service an. Löschen Sie ihn zuerst dort.',
    ru: 'Этот вид услуг продаётся на локациях. Сначала удалите его там.',
  },
} as const satisfies ErrorTexts
