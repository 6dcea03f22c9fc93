import type { ErrorTexts } from '../../error-texts.ts'

export const moneyErrors = {
  'contract.not_found': {
    status: 404,
    en: 'There is no such entry.',
    de: 'Diesen Eintrag gibt es nicht.',
    ru: 'Такой записи нет.',
  },
  'contract.month_closed': {
    status: 409,
    en: 'This day is in a month that is closed. Choose a day of the current month, or a later one.',
    de: 'Dieser Tag liegt in einem abgeschlossenen Monat. Wählen Sie einen Tag des laufenden Monats oder einen späteren.',
    ru: 'Этот день относится к закрытому месяцу. Выберите день текущего месяца или более поздний.',
  },
  'contract.begun': {
    status: 409,
    en: 'This is in force already and stays as it is. Add a new entry from a later day on.',
    de: 'Das gilt bereits und bleibt, wie es ist. Fügen Sie einen neuen Eintrag mit späterem Beginn hinzu.',
    ru: 'Запись уже действует и не меняется. Добавьте новую с более поздней датой.',
  },
  'contract.day_taken': {
    status: 409,
    en: 'There is an entry from this day on already.',
    de: 'Ab diesem Tag gibt es schon einen Eintrag.',
    ru: 'С этого дня уже есть запись.',
  },
  'payment.not_captured': {
    status: 409,
    en: 'Nothing was captured for this session yet.',
    de: 'Für diesen Ladevorgang wurde noch nichts eingezogen.',
    ru: 'По этой сессии ещё ничего не списано.',
  },
  'payment.not_bookable': {
    status: 409,
    en: 'This payment was taken by a provider, or some of it went back: it cannot be booked as something else.',
    de: 'Diese Zahlung hat ein Anbieter eingezogen, oder ein Teil ging zurück: Sie kann nicht anders gebucht werden.',
    ru: 'Платёж принял провайдер или часть его возвращена: провести его иначе нельзя.',
  },
  'payment.amount_differs': {
    status: 409,
    en: 'This is not what the session costs.',
    de: 'Das ist nicht der Preis dieses Ladevorgangs.',
    ru: 'Сумма не равна стоимости сессии.',
  },
  'terminal.not_found': {
    status: 404,
    en: 'There is no such payment terminal, or its key was taken away.',
    de: 'Dieses Bezahlterminal gibt es nicht, oder sein Schlüssel wurde entzogen.',
    ru: 'Такого платёжного терминала нет, или его ключ отозван.',
  },
  'debt.not_found': {
    status: 409,
    en: 'Nothing is owed for this session, or it is being charged.',
    de: 'Für diesen Ladevorgang ist nichts offen, oder es wird gerade abgebucht.',
    ru: 'За эту сессию нет долга, или он уже списывается.',
  },
  'debt.too_much': {
    status: 409,
    en: 'This is more than is owed.',
    de: 'Das ist mehr, als offen ist.',
    ru: 'Это больше, чем долг.',
  },
  'debt.other_amount': {
    status: 409,
    en: 'Another amount is owed by now.',
    de: 'Inzwischen ist ein anderer Betrag offen.',
    ru: 'Сумма долга уже другая.',
  },
  'debt.no_address': {
    status: 409,
    en: 'The driver is not known: say where the link is sent to.',
    de: 'Der Fahrer ist nicht bekannt: geben Sie an, wohin der Link geschickt wird.',
    ru: 'Водитель неизвестен: укажите, куда отправить ссылку.',
  },
  'bank.file_unreadable': {
    status: 400,
    en: 'This is no statement that can be read: {why}. CSV with heads (date and amount at least) and camt.053 can.',
    de: 'Dieser Kontoauszug ist nicht lesbar: {why}. Lesbar sind CSV mit Spaltenköpfen (mindestens Datum und Betrag) und camt.053.',
    ru: 'Эту выписку прочитать нельзя: {why}. Читаются CSV с заголовками (хотя бы дата и сумма) и camt.053.',
  },
  'debt.no_method': {
    status: 409,
    en: 'The session was not paid with a card that can be charged again without its driver.',
    de: 'Der Ladevorgang wurde nicht mit einer Karte bezahlt, die ohne den Fahrer noch einmal belastet werden kann.',
    ru: 'Сессия не была оплачена картой, с которой можно списать ещё раз без водителя.',
  },
  'refund.too_much': {
    status: 409,
    en: 'This is more than is left of the payment.',
    de: 'Das ist mehr, als von der Zahlung übrig ist.',
    ru: 'Это больше, чем осталось от платежа.',
  },
  'refund.run_nothing': {
    status: 409,
    en: 'Nothing is left to give back of these orders.',
    de: 'Von diesen Ladevorgängen ist nichts mehr zu erstatten.',
    ru: 'По этим заказам больше нечего возвращать.',
  },
  'refund.run_changed': {
    status: 409,
    en: 'Count or sum are others by now. Look at them again.',
    de: 'Anzahl oder Summe sind inzwischen andere. Sehen Sie sie noch einmal an.',
    ru: 'Количество или сумма изменились. Посмотрите ещё раз.',
  },
  'refund.run_too_many': {
    status: 409,
    en: 'At most 1,000 orders are refunded at once. Narrow the list.',
    de: 'Höchstens 1.000 Ladevorgänge werden auf einmal erstattet. Grenzen Sie die Liste ein.',
    ru: 'За один раз можно вернуть деньги не более чем по 1000 заказам. Сузьте список.',
  },
  'refund.run_not_found': {
    status: 404,
    en: 'There are no such refunds.',
    de: 'Diese Erstattungen gibt es nicht.',
    ru: 'Таких возвратов нет.',
  },
  'refund.no_provider': {
    status: 409,
    en: 'The provider that took this payment is not connected here, so it cannot be asked to give it back.',
    de: 'Der Anbieter, der diese Zahlung eingezogen hat, ist hier nicht angebunden und kann sie nicht erstatten.',
    ru: 'Провайдер, принявший платёж, здесь не подключён, вернуть через него деньги нельзя.',
  },
} as const satisfies ErrorTexts
