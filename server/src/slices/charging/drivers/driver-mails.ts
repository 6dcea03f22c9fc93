import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../platform/mail/mail-text.ts'

/** An order as its driver is told of it. */
type AboutOrder = Record<'link' | 'place' | 'station' | 'connector' | 'price' | 'hold', string>

declare module '../../../platform/mail/mail-text.ts' {
  interface MailValues {
    /** amount: what is owed of the order */
    payDebt: { link: string; order: string; place: string; amount: string }
    /** price: in words */
    payOrder: Omit<AboutOrder, 'hold'>
    /** hold: the most that is held; minutes: how long it waits for its driver */
    confirmCharge: AboutOrder & { minutes: string }
    /** begun with the driver's charging card, and paid with the card that the driver has saved */
    cardSession: AboutOrder
    balanceCode: { link: string; code: string; order: string }
    serviceCode: { code: string; service: string; price: string; order: string }
    /** price: of each `minutes` that begin */
    idleFee: { place: string; price: string; minutes: string }
  }
}

/** The mails to drivers. */
export const driverMails: Record<
  Language,
  Record<
    'payDebt' | 'payOrder' | 'confirmCharge' | 'cardSession' | 'balanceCode' | 'serviceCode' | 'idleFee',
    MailText
  >
> = {
  en: {
    payDebt: {
      subject: 'Please pay {amount} for your charging session',
      before: [
        '{amount} are still open for order {order} at {place}: they could not be charged to what you paid with.',
        'Open the link to see the order and to pay.',
      ],
      button: 'Look and pay',
      copy: copy.en,
      after: ['Nothing is charged before you pay there. If you have paid meanwhile, ignore this e-mail.'],
    },
    payOrder: {
      subject: 'Your charging session: please pay',
      before: [
        'A charging session has been prepared for you.',
        'Place: {place}. Station {station}, {connector}.',
        'Price: {price}.',
        'Open the link to pay and to follow the session. It is for you alone: whoever has it can pay, start and stop.',
      ],
      button: 'Pay and charge',
      copy: copy.en,
      after: ['If you did not ask for it, ignore this e-mail: nothing is charged.'],
    },
    confirmCharge: {
      subject: 'Please confirm: charging at {place}',
      before: [
        'Our staff are about to start charging for you, and wait for you to agree.',
        'Place: {place}. Station {station}, {connector}.',
        'Price: {price}. At most {hold} are held; you pay for what you charge.',
        'Nothing is held or charged before you open the page and confirm there. The link is for you alone: whoever has it can pay with your card, start and stop.',
      ],
      button: 'Look and confirm',
      copy: copy.en,
      after: [
        'The charge waits for {minutes} minutes. If you did not ask for it, ignore this e-mail: nothing is charged.',
      ],
    },
    cardSession: {
      subject: 'Charging with your card has begun: {place}',
      before: [
        'Charging has begun with your charging card, and is paid with the card that you have saved.',
        'Place: {place}. Station {station}, {connector}.',
        'Price: {price}. At most {hold} are charged; charging stops there.',
      ],
      button: 'Follow or stop it',
      copy: copy.en,
      after: ['If this is not you, stop it on the page and call us. The link is for you alone.'],
    },
    balanceCode: {
      subject: 'Your code to pay from your balance',
      before: [
        '{code} is your code to pay for order {order} from your balance.',
        'It works once, for ten minutes.',
      ],
      button: 'Open the payment page',
      copy: copy.en,
      after: [
        'Give it to nobody. If you did not ask for it, ignore this e-mail: nothing is charged without the code.',
      ],
    },
    serviceCode: {
      subject: 'Your code to buy: {service}',
      before: [
        '{code} is your code to buy “{service}” for {price} with order {order}. It is charged to what you paid the order with.',
        'It works once, for ten minutes.',
      ],
      after: [
        'Whoever has the code can charge you this price: enter it yourself, or tell it to our staff only if you want to buy this. If you did not ask for it, ignore this e-mail: nothing is charged without the code.',
      ],
    },
    idleFee: {
      subject: 'Your car is still connected: an idle fee has begun',
      before: [
        'Charging at {place} has ended, and your car is still connected.',
        'Each {minutes} minutes that begin now cost {price}, until you unplug.',
      ],
      after: ['The fee is taken from what you paid the charging with, once the car has left.'],
    },
  },
  de: {
    payDebt: {
      subject: 'Bitte bezahlen Sie {amount} für Ihren Ladevorgang',
      before: [
        'Für Ladevorgang {order}, {place}, sind noch {amount} offen: Sie konnten nicht mit Ihrer Zahlungsart abgebucht werden.',
        'Öffnen Sie den Link, um den Ladevorgang zu sehen und zu bezahlen.',
      ],
      button: 'Ansehen und bezahlen',
      copy: copy.de,
      after: [
        'Abgebucht wird nichts, bevor Sie dort bezahlen. Wenn Sie inzwischen bezahlt haben, ignorieren Sie diese E-Mail.',
      ],
    },
    payOrder: {
      subject: 'Ihr Ladevorgang: bitte bezahlen',
      before: [
        'Für Sie wurde ein Ladevorgang vorbereitet.',
        'Ort: {place}. Station {station}, {connector}.',
        'Preis: {price}.',
        'Über den Link bezahlen Sie und verfolgen das Laden. Er ist nur für Sie: Wer ihn hat, kann bezahlen, starten und stoppen.',
      ],
      button: 'Bezahlen und laden',
      copy: copy.de,
      after: ['Wenn Sie nichts bestellt haben, ignorieren Sie diese E-Mail: Es wird nichts abgebucht.'],
    },
    confirmCharge: {
      subject: 'Bitte bestätigen: Laden bei {place}',
      before: [
        'Unser Team möchte das Laden für Sie starten und wartet auf Ihre Zustimmung.',
        'Ort: {place}. Station {station}, {connector}.',
        'Preis: {price}. Vorgemerkt werden höchstens {hold}; Sie zahlen, was Sie laden.',
        'Es wird nichts vorgemerkt oder abgebucht, bevor Sie die Seite öffnen und dort bestätigen. Der Link ist nur für Sie: Wer ihn hat, kann mit Ihrer Karte bezahlen, starten und stoppen.',
      ],
      button: 'Ansehen und bestätigen',
      copy: copy.de,
      after: [
        'Der Ladevorgang wartet {minutes} Minuten. Wenn Sie ihn nicht wünschen, ignorieren Sie diese E-Mail: Es wird nichts abgebucht.',
      ],
    },
    cardSession: {
      subject: 'Das Laden mit Ihrer Karte hat begonnen: {place}',
      before: [
        'Mit Ihrer Ladekarte hat ein Ladevorgang begonnen. Bezahlt wird er mit der Karte, die Sie gespeichert haben.',
        'Ort: {place}. Station {station}, {connector}.',
        'Preis: {price}. Abgebucht werden höchstens {hold}; dort endet das Laden.',
      ],
      button: 'Verfolgen oder stoppen',
      copy: copy.de,
      after: [
        'Wenn Sie das nicht sind, stoppen Sie das Laden auf der Seite und rufen Sie uns an. Der Link ist nur für Sie.',
      ],
    },
    balanceCode: {
      subject: 'Ihr Code zum Bezahlen vom Guthaben',
      before: [
        '{code} ist Ihr Code, um den Ladevorgang {order} vom Guthaben zu bezahlen.',
        'Er gilt einmal und zehn Minuten lang.',
      ],
      button: 'Zahlungsseite öffnen',
      copy: copy.de,
      after: [
        'Geben Sie ihn niemandem weiter. Haben Sie ihn nicht angefordert, ignorieren Sie diese E-Mail: Ohne den Code wird nichts abgebucht.',
      ],
    },
    serviceCode: {
      subject: 'Ihr Code zum Kauf: {service}',
      before: [
        '{code} ist Ihr Code, um „{service}“ für {price} zum Ladevorgang {order} zu kaufen. Bezahlt wird auf demselben Weg wie der Ladevorgang.',
        'Er gilt einmal und zehn Minuten lang.',
      ],
      after: [
        'Wer den Code hat, kann Ihnen diesen Preis berechnen: Geben Sie ihn selbst ein, oder nennen Sie ihn unserem Team nur, wenn Sie das kaufen möchten. Haben Sie ihn nicht angefordert, ignorieren Sie diese E-Mail: Ohne den Code wird nichts abgebucht.',
      ],
    },
    idleFee: {
      subject: 'Ihr Auto ist noch angeschlossen: Die Blockiergebühr läuft',
      before: [
        'Das Laden bei {place} ist beendet, Ihr Auto ist noch angeschlossen.',
        'Je angefangene {minutes} Minuten kosten ab jetzt {price}, bis Sie den Stecker ziehen.',
      ],
      after: [
        'Die Gebühr wird auf demselben Weg wie das Laden bezahlt, sobald das Auto den Platz verlassen hat.',
      ],
    },
  },
  ru: {
    payDebt: {
      subject: 'Оплатите, пожалуйста, {amount} за зарядную сессию',
      before: [
        'По заказу {order}, {place}, не оплачено {amount}: списать их тем же способом не удалось.',
        'Откройте ссылку, чтобы посмотреть заказ и оплатить.',
      ],
      button: 'Посмотреть и оплатить',
      copy: copy.ru,
      after: [
        'Пока вы не оплатите на странице, ничего не списывается. Если вы уже оплатили, ничего делать не нужно.',
      ],
    },
    payOrder: {
      subject: 'Ваша зарядка: оплатите, пожалуйста',
      before: [
        'Для вас подготовлена зарядка.',
        'Место: {place}. Станция {station}, {connector}.',
        'Цена: {price}.',
        'По ссылке можно оплатить и следить за зарядкой. Она только для вас: тот, у кого есть ссылка, может оплатить, начать и остановить зарядку.',
      ],
      button: 'Оплатить и зарядить',
      copy: copy.ru,
      after: ['Если вы этого не просили, не обращайте внимания на письмо: деньги не спишутся.'],
    },
    confirmCharge: {
      subject: 'Подтвердите зарядку: {place}',
      before: [
        'Наши сотрудники хотят запустить для вас зарядку и ждут вашего согласия.',
        'Место: {place}. Станция {station}, {connector}.',
        'Цена: {price}. Будет удержано не больше {hold}, заплатите вы за то, что зарядите.',
        'Пока вы не откроете страницу и не подтвердите там, ничего не удерживается и не списывается. Ссылка только для вас: тот, у кого она есть, может оплатить вашей картой, начать и остановить зарядку.',
      ],
      button: 'Посмотреть и подтвердить',
      copy: copy.ru,
      after: [
        'Зарядка ждёт {minutes} мин. Если вы этого не просили, не обращайте внимания на письмо: деньги не спишутся.',
      ],
    },
    cardSession: {
      subject: 'Началась зарядка по вашей карте: {place}',
      before: [
        'По вашей карте для зарядки началась сессия, она оплачивается сохранённой банковской картой.',
        'Место: {place}. Станция {station}, {connector}.',
        'Цена: {price}. Спишется не больше {hold}: на этой сумме зарядка остановится.',
      ],
      button: 'Следить или остановить',
      copy: copy.ru,
      after: ['Если это не вы, остановите зарядку на странице и позвоните нам. Ссылка только для вас.'],
    },
    balanceCode: {
      subject: 'Код для оплаты с баланса',
      before: [
        '{code} — код для оплаты заказа {order} с вашего баланса.',
        'Он действует один раз, в течение десяти минут.',
      ],
      button: 'Открыть страницу оплаты',
      copy: copy.ru,
      after: [
        'Никому его не сообщайте. Если вы его не запрашивали, не обращайте внимания на это письмо: без кода ничего не спишется.',
      ],
    },
    serviceCode: {
      subject: 'Код для покупки: {service}',
      before: [
        '{code} — код, чтобы купить «{service}» за {price} с заказом {order}. Сумма спишется так же, как оплачен заказ.',
        'Он действует один раз, в течение десяти минут.',
      ],
      after: [
        'Тот, у кого есть код, может списать с вас эту сумму: введите его сами или назовите сотруднику, только если хотите купить. Если вы его не запрашивали, не обращайте внимания на это письмо: без кода ничего не спишется.',
      ],
    },
    idleFee: {
      subject: 'Автомобиль ещё подключён: начался платный простой',
      before: [
        'Зарядка на станции «{place}» завершена, а автомобиль ещё подключён.',
        'Теперь каждые начатые {minutes} минут стоят {price}, пока вы не отключите автомобиль.',
      ],
      after: ['Плата спишется тем же способом, которым оплачена зарядка, когда автомобиль уедет.'],
    },
  },
}
