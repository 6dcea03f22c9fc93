import type { ErrorTexts } from '../error-texts.ts'

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
    en: 'This session is not running, or has ended already.',
    de: 'Dieser Ladevorgang läuft nicht oder ist schon beendet.',
    ru: 'Эта сессия не идёт (или уже завершена).',
  },
  'order.has_started': {
    status: 409,
    en: 'This order has started, or is over: it cannot be canceled any more.',
    de: 'Dieser Ladevorgang hat begonnen oder ist beendet: Er lässt sich nicht mehr stornieren.',
    ru: 'Этот заказ уже начался или завершён: отменить его нельзя.',
  },
  'order.no_inquiry': {
    status: 409,
    en: 'The station cannot be asked about this session: it has no transaction, is over for long, or the station’s version of OCPP has no such question.',
    de: 'Nach diesem Ladevorgang lässt sich die Station nicht fragen: Er hat keine Transaktion, ist längst vorbei, oder die OCPP-Version der Station kennt die Frage nicht.',
    ru: 'Об этой сессии станцию спросить нельзя: транзакции у неё нет, она давно завершена или версия OCPP станции не знает такого вопроса.',
  },
  'order.no_match': {
    status: 409,
    en: 'This end cannot belong to that order: it is of another station, or has ended normally.',
    de: 'Dieses Ende kann nicht zu jenem Ladevorgang gehören: Er gehört zu einer anderen Station oder ist schon regulär beendet.',
    ru: 'Это завершение не может относиться к тому заказу: он с другой станции или уже завершён.',
  },
  'order.not_in_review': {
    status: 409,
    en: 'This order needs no review, or has been reviewed already.',
    de: 'Dieser Ladevorgang muss nicht geprüft werden oder ist schon geprüft.',
    ru: 'Этому заказу проверка не нужна, или он уже проверен.',
  },
  'order.not_billable': {
    status: 409,
    en: 'Nothing is billed for this session: charging is free there. It can be waived.',
    de: 'Für diesen Ladevorgang wird nichts berechnet: Laden ist dort kostenlos. Er kann erlassen werden.',
    ru: 'За эту сессию плата не начисляется: зарядка там бесплатна. Её можно закрыть без оплаты.',
  },
  'unmatched.not_found': {
    status: 404,
    en: 'There is no such unmatched transaction, or it is settled already.',
    de: 'Diese Transaktion ohne Ladevorgang gibt es nicht, oder sie ist schon erledigt.',
    ru: 'Такой несопоставленной транзакции нет, или она уже разобрана.',
  },
  'gap.not_found': {
    status: 404,
    en: 'There is no such energy between sessions, or it is dismissed already.',
    de: 'Diese Energie zwischen Ladevorgängen gibt es nicht, oder sie ist schon erledigt.',
    ru: 'Такой энергии между сессиями нет, или она уже закрыта.',
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
  'driver.code_invalid': {
    status: 400,
    en: 'This code is wrong, too old, or was tried too often. Ask for a new one.',
    de: 'Dieser Code ist falsch, zu alt oder wurde zu oft versucht. Fordern Sie einen neuen an.',
    ru: 'Код неверен, устарел или введён слишком много раз. Запросите новый.',
  },
  'driver.too_many_codes': {
    status: 429,
    en: 'Enough codes have been sent there for now. Use the last one, or try again later.',
    de: 'Dorthin wurden vorerst genug Codes gesendet. Nehmen Sie den letzten, oder versuchen Sie es später noch einmal.',
    ru: 'Туда пока отправлено достаточно кодов. Введите последний или повторите позже.',
  },
  'driver.address_taken': {
    status: 409,
    en: 'This address opens another account. Log in there, or take another address.',
    de: 'Diese Adresse öffnet ein anderes Konto. Melden Sie sich dort an, oder nehmen Sie eine andere Adresse.',
    ru: 'Этот адрес открывает другой аккаунт. Войдите в него или укажите другой адрес.',
  },
  'token.not_found': {
    status: 404,
    en: 'There is no such card.',
    de: 'Diese Karte gibt es nicht.',
    ru: 'Такой карты нет.',
  },
  'token.exists': {
    status: 409,
    en: 'A card with this number exists already.',
    de: 'Eine Karte mit dieser Nummer gibt es schon.',
    ru: 'Карта с таким номером уже есть.',
  },
} as const satisfies ErrorTexts
