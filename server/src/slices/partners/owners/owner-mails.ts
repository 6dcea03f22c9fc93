import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../platform/mail/mail-text.ts'

declare module '../../../platform/mail/mail-text.ts' {
  interface MailValues {
    /** place: the location that somebody asked for and got */
    locationAssigned: { link: string; place: string }
    /** place: the location that somebody asked for; note: why they do not get it */
    locationDeclined: { link: string; place: string; note: string }
    /** places: names of locations; day: from which takings can be paid out */
    ownerAdmitted: { link: string; places: string; day: string }
    /** account: its last four signs */
    payoutChanged: { link: string; account: string }
  }
}

/** The mails to owners who add locations themselves, or ask for one. */
export const ownerMails: Record<
  Language,
  Record<'locationAssigned' | 'locationDeclined' | 'ownerAdmitted' | 'payoutChanged', MailText>
> = {
  en: {
    locationAssigned: {
      subject: 'Your location is there: {place}',
      before: [
        'The location that you asked for, {place}, is yours to run from now on. Add its stations and set their price.',
      ],
      button: 'Open my locations',
      copy: copy.en,
      after: [],
    },
    locationDeclined: {
      subject: 'Your location: {place}',
      before: [
        "You asked the network for a location, {place}. You do not get it for now. The network's administrator writes: {note}",
      ],
      button: 'Open my dashboard',
      copy: copy.en,
      after: ['You can ask again at any time.'],
    },
    ownerAdmitted: {
      subject: 'Your locations may sell from now on',
      before: [
        'An administrator of the network has let you in. From now on you can take money for charging and sell services at: {places}.',
        'What is taken there is first held for a time: it can be paid out to you from {day} on.',
      ],
      button: 'Open my locations',
      copy: copy.en,
      after: ['Stations stay free of charge until you charge for them.'],
    },
    payoutChanged: {
      subject: 'Your payout details were changed',
      before: [
        'What is due to you is paid to the account {account} from now on: somebody, probably you or an administrator of your network, has entered it.',
        'If you know of this, there is nothing to do.',
      ],
      button: 'Look at the payout details',
      copy: copy.en,
      after: [
        'If you know nothing of this, correct them, choose a new password and tell an administrator of your network.',
      ],
    },
  },
  de: {
    locationAssigned: {
      subject: 'Ihr Standort ist da: {place}',
      before: [
        'Der Standort, nach dem Sie gefragt haben, {place}, gehört ab jetzt zu Ihren. Fügen Sie seine Stationen hinzu und setzen Sie den Preis.',
      ],
      button: 'Meine Standorte öffnen',
      copy: copy.de,
      after: [],
    },
    locationDeclined: {
      subject: 'Ihr Standort: {place}',
      before: [
        'Sie haben das Netz nach einem Standort gefragt: {place}. Sie bekommen ihn vorerst nicht. Die Administration des Netzes schreibt: {note}',
      ],
      button: 'Meine Übersicht öffnen',
      copy: copy.de,
      after: ['Sie können jederzeit wieder fragen.'],
    },
    ownerAdmitted: {
      subject: 'Ihre Standorte dürfen ab jetzt verkaufen',
      before: [
        'Ein Administrator des Netzes hat Sie zugelassen. Ab jetzt können Sie für das Laden Geld nehmen und Services verkaufen, und zwar hier: {places}.',
        'Ihr Umsatz wird anfangs eine Zeit lang einbehalten: Ausgezahlt werden kann er ab dem {day}.',
      ],
      button: 'Meine Standorte öffnen',
      copy: copy.de,
      after: ['Stationen bleiben kostenlos, bis Sie sie kostenpflichtig machen.'],
    },
    payoutChanged: {
      subject: 'Ihre Auszahlungsdaten wurden geändert',
      before: [
        'Was Ihnen zusteht, wird ab jetzt auf das Konto {account} ausgezahlt: Jemand, vermutlich Sie oder ein Administrator Ihres Netzes, hat es eingetragen.',
        'Wenn Sie davon wissen, ist nichts zu tun.',
      ],
      button: 'Auszahlungsdaten ansehen',
      copy: copy.de,
      after: [
        'Wenn Sie davon nichts wissen, berichtigen Sie sie, wählen Sie ein neues Passwort und wenden Sie sich an einen Administrator Ihres Netzes.',
      ],
    },
  },
  ru: {
    locationAssigned: {
      subject: 'Ваша локация готова: {place}',
      before: ['Локация, о которой вы просили, {place}, теперь ваша. Добавьте её станции и назначьте цену.'],
      button: 'Открыть мои локации',
      copy: copy.ru,
      after: [],
    },
    locationDeclined: {
      subject: 'Ваша локация: {place}',
      before: [
        'Вы просили у сети локацию: {place}. Пока вы её не получите. Администратор сети пишет: {note}',
      ],
      button: 'Открыть мою панель',
      copy: copy.ru,
      after: ['Вы можете попросить ещё раз в любое время.'],
    },
    ownerAdmitted: {
      subject: 'На ваших локациях теперь можно продавать',
      before: [
        'Администратор сети допустил вас. С этого момента вы можете брать плату за зарядку и продавать услуги здесь: {places}.',
        'Выручка новых владельцев какое-то время удерживается: выплатить её можно будет с {day}.',
      ],
      button: 'Открыть мои локации',
      copy: copy.ru,
      after: ['Станции остаются бесплатными, пока вы не сделаете их платными.'],
    },
    payoutChanged: {
      subject: 'Ваши реквизиты для выплат изменены',
      before: [
        'Причитающееся вам теперь выплачивается на счёт {account}: его указали, скорее всего, вы или администратор вашей сети.',
        'Если вы об этом знаете, ничего делать не нужно.',
      ],
      button: 'Посмотреть реквизиты',
      copy: copy.ru,
      after: [
        'Если вы об этом не знаете, исправьте реквизиты, выберите новый пароль и сообщите администратору вашей сети.',
      ],
    },
  },
}
