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
} as const satisfies ErrorTexts
