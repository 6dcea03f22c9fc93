import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from './mail-text.ts'

/** The mails to drivers. */
export const driverMails: Record<Language, Record<'payOrder' | 'balanceCode' | 'idleFee', MailText>> = {
  en: {
    payOrder: {
      subject: 'Your charging session: please pay',
      before: [
        'A charging session has been prepared for you.',
        'Open the link to see place and price, to pay, and to follow the session. It is for you alone: whoever has it can pay, start and stop.',
      ],
      button: 'Pay and charge',
      copy: copy.en,
      after: ['If you did not ask for it, ignore this e-mail: nothing is charged.'],
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
    payOrder: {
      subject: 'Ihr Ladevorgang: bitte bezahlen',
      before: [
        'Für Sie wurde ein Ladevorgang vorbereitet.',
        'Der Link zeigt Ort und Preis; dort bezahlen Sie und verfolgen das Laden. Er ist nur für Sie: Wer ihn hat, kann bezahlen, starten und stoppen.',
      ],
      button: 'Bezahlen und laden',
      copy: copy.de,
      after: ['Wenn Sie nichts bestellt haben, ignorieren Sie diese E-Mail: Es wird nichts abgebucht.'],
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
    payOrder: {
      subject: 'Ваша зарядка: оплатите, пожалуйста',
      before: [
        'Для вас подготовлена зарядка.',
        'По ссылке видны место и цена, там же можно оплатить и следить за зарядкой. Она только для вас: тот, у кого есть ссылка, может оплатить, начать и остановить зарядку.',
      ],
      button: 'Оплатить и зарядить',
      copy: copy.ru,
      after: ['Если вы этого не просили, не обращайте внимания на письмо: деньги не спишутся.'],
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
