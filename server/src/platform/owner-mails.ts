import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from './mail-text.ts'

/** The mails to owners who add locations themselves. */
export const ownerMails: Record<Language, Record<'ownerAdmitted', MailText>> = {
  en: {
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
  },
  de: {
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
  },
  ru: {
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
  },
}
