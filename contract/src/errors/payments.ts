import type { ErrorTexts } from './error-texts.ts'

export const paymentsErrors = {
  'payment.no_provider': {
    status: 404,
    en: 'No payment provider of that name takes money here.',
    de: 'Kein Zahlungsanbieter dieses Namens ist hier eingerichtet.',
    ru: 'Такой платёжный провайдер здесь не подключён.',
  },
  'payment.notice_refused': {
    status: 400,
    en: 'The notice is not signed by the payment provider.',
    de: 'Die Benachrichtigung ist nicht vom Zahlungsanbieter signiert.',
    ru: 'Уведомление не подписано платёжным провайдером.',
  },
  'payment.not_found': {
    status: 404,
    en: 'This payment link is not valid any more.',
    de: 'Dieser Zahlungslink ist nicht mehr gültig.',
    ru: 'Эта ссылка на оплату больше не действует.',
  },
  'payment.not_due': {
    status: 409,
    en: 'This order is not waiting for a payment.',
    de: 'Dieser Ladevorgang wartet nicht auf eine Zahlung.',
    ru: 'Этот заказ не ждёт оплаты.',
  },
  'payment.under_way': {
    status: 409,
    en: 'A payment is under way already. Wait a moment.',
    de: 'Eine Zahlung läuft bereits. Bitte warten Sie einen Moment.',
    ru: 'Оплата уже выполняется. Подождите немного.',
  },
  'payment.nothing_to_pay': {
    status: 409,
    en: 'Charging costs nothing here: start it without a payment.',
    de: 'Laden kostet hier nichts: Starten Sie ohne Zahlung.',
    ru: 'Зарядка здесь бесплатна: запустите её без оплаты.',
  },
} as const satisfies ErrorTexts
