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
  'driver.blocked': {
    status: 409,
    en: 'This driver is blocked. An administrator can lift that.',
    de: 'Dieser Fahrer ist gesperrt. Ein Administrator kann die Sperre aufheben.',
    ru: 'Этот водитель заблокирован. Снять блокировку может администратор.',
  },
  'driver.owes': {
    status: 409,
    en: 'Something is still due for an earlier session of this driver. It has to be charged again or waived first: see Debts in the inbox.',
    de: 'Für einen früheren Ladevorgang dieses Fahrers ist noch etwas offen. Buchen Sie es zuerst erneut ab oder erlassen Sie es: siehe Offene Beträge in der Klärung.',
    ru: 'У водителя есть долг за прошлую сессию. Сначала спишите его ещё раз или решите не взимать: раздел «Долги» в разборе.',
  },
  'payment.driver_blocked': {
    status: 409,
    en: 'You cannot pay here: your account is blocked. Please call the support.',
    de: 'Sie können hier nicht bezahlen: Ihr Konto ist gesperrt. Bitte rufen Sie den Support an.',
    ru: 'Оплата недоступна: ваш аккаунт заблокирован. Позвоните в поддержку.',
  },
  'payment.driver_owes': {
    status: 409,
    en: 'Something is still due for an earlier session. Please call the support, then try again.',
    de: 'Für einen früheren Ladevorgang ist noch etwas offen. Bitte rufen Sie den Support an und versuchen Sie es dann erneut.',
    ru: 'За прошлую сессию есть долг. Позвоните в поддержку, затем попробуйте снова.',
  },
  'payment.email_needed': {
    status: 409,
    en: 'Enter your e-mail: the receipt has to be sent to you.',
    de: 'Bitte geben Sie Ihre E-Mail-Adresse an: Der Beleg muss Ihnen zugesandt werden.',
    ru: 'Укажите электронную почту: на неё нужно отправить чек.',
  },
  'payment.no_balance': {
    status: 409,
    en: 'This order cannot be paid from a balance.',
    de: 'Dieser Ladevorgang kann nicht vom Guthaben bezahlt werden.',
    ru: 'Этот заказ нельзя оплатить с баланса.',
  },
  'payment.code_invalid': {
    status: 409,
    en: 'The code is wrong or too old. Check the e-mail, or have another code sent.',
    de: 'Der Code ist falsch oder abgelaufen. Prüfen Sie die E-Mail oder lassen Sie sich einen neuen Code schicken.',
    ru: 'Код неверен или устарел. Проверьте письмо или запросите новый код.',
  },
  'payment.balance_too_small': {
    status: 409,
    en: 'There is not enough on your balance. Nothing was charged: pay by card or by SBP.',
    de: 'Ihr Guthaben reicht nicht aus. Es wurde nichts abgebucht: Bezahlen Sie mit Karte oder per SBP.',
    ru: 'На балансе не хватает денег. Ничего не списано: оплатите картой или через СБП.',
  },
  'payment.provider_away': {
    status: 503,
    en: 'The payment provider does not answer. Try again in a few minutes.',
    de: 'Der Zahlungsanbieter antwortet nicht. Versuchen Sie es in einigen Minuten erneut.',
    ru: 'Платёжный провайдер не отвечает. Попробуйте через несколько минут.',
  },
  'difference.not_found': {
    status: 404,
    en: 'This difference does not exist any more.',
    de: 'Diese Abweichung gibt es nicht mehr.',
    ru: 'Этого расхождения больше нет.',
  },
  'difference.not_mendable': {
    status: 409,
    en: 'This cannot be done about this difference.',
    de: 'Das hilft bei dieser Abweichung nicht.',
    ru: 'Для этого расхождения такое действие невозможно.',
  },
  'receipt.not_found': {
    status: 404,
    en: 'There is no such receipt.',
    de: 'Diesen Beleg gibt es nicht.',
    ru: 'Такого чека нет.',
  },
  'receipt.not_waiting': {
    status: 409,
    en: 'This receipt does not wait to be sent again.',
    de: 'Dieser Beleg wartet nicht darauf, erneut gesendet zu werden.',
    ru: 'Этот чек не ждёт повторной отправки.',
  },
} as const satisfies ErrorTexts
