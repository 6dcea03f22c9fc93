import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../platform/mail/mail-text.ts'

declare module '../../../platform/mail/mail-text.ts' {
  interface MailValues {
    planRefused: { link: string }
    /** station: the id of the one that the plan covers besides; amount: what that costs until the period ends */
    planGrown: { link: string; station: string; amount: string }
    /** owner: the e-mail of whose plan has ended */
    salesPaused: { link: string; owner: string; stations: string }
    /** stations: the ids of those that sell nothing any more */
    planEnded: { link: string; stations: string; services: string }
  }
}

/** The mails about plans. */
export const planMails: Record<
  Language,
  Record<'planRefused' | 'planGrown' | 'salesPaused' | 'planEnded', MailText>
> = {
  en: {
    planRefused: {
      subject: 'Your plan could not be charged',
      before: [
        'The charge for your Pro plan was refused.',
        'We try again 1, 3 and 7 days after the first refusal. Until then everything works as before; afterwards the plan is Free and your paid stations sell nothing.',
      ],
      button: 'Add another card',
      copy: copy.en,
      after: [],
    },
    planGrown: {
      subject: 'Your plan covers one more station',
      before: [
        'An administrator had your Pro plan cover one more station: {station}. It earns from now on.',
        'For the rest of the period {amount} is charged to your card. The invoice and all stations of the plan are on My plan.',
      ],
      button: 'Open My plan',
      copy: copy.en,
      after: [],
    },
    salesPaused: {
      subject: 'Paid stations sell nothing any more',
      before: [
        'The Pro plan of {owner} has ended. Until the owner takes it again, or somebody switches them to free of charge, nobody can start at these stations.',
        'Stations: {stations}.',
      ],
      button: 'Open the subscriber',
      copy: copy.en,
      after: [],
    },
    planEnded: {
      subject: 'Your Pro plan has ended',
      before: [
        'Your plan is Free from now on. Your paid stations stay paid and sell nothing: nobody can start there. What charges at this moment ends and is paid for as usual.',
        'Nothing is sold from now on at: {stations}.',
        'No longer sold from now on: {services}.',
        'Nothing is lost. Take the Pro plan again and the same stations sell again, with your services. Or switch single stations to free of charge, if you want to give their energy away.',
      ],
      button: 'Open My plan',
      copy: copy.en,
      after: [],
    },
  },
  de: {
    planRefused: {
      subject: 'Ihr Tarifplan konnte nicht abgebucht werden',
      before: [
        'Die Abbuchung für Ihren Tarifplan Pro wurde abgelehnt.',
        'Wir versuchen es 1, 3 und 7 Tage nach der ersten Ablehnung erneut. Bis dahin läuft alles weiter; danach gilt der Tarifplan Free, und Ihre kostenpflichtigen Stationen verkaufen nichts mehr.',
      ],
      button: 'Andere Karte angeben',
      copy: copy.de,
      after: [],
    },
    planGrown: {
      subject: 'Ihr Tarifplan deckt eine weitere Station',
      before: [
        'Eine Administratorin oder ein Administrator hat Ihrem Tarifplan Pro eine Station hinzugefügt: {station}. Sie ist ab jetzt kostenpflichtig.',
        'Für den Rest des Zeitraums werden {amount} von Ihrer Karte abgebucht. Die Rechnung und alle Stationen des Tarifplans stehen unter „Mein Tarifplan“.',
      ],
      button: 'Mein Tarifplan',
      copy: copy.de,
      after: [],
    },
    salesPaused: {
      subject: 'Kostenpflichtige Stationen verkaufen nichts mehr',
      before: [
        'Der Tarifplan Pro von {owner} ist beendet. Bis er wieder abgeschlossen wird oder jemand die Stationen auf kostenlos stellt, kann dort niemand starten.',
        'Stationen: {stations}.',
      ],
      button: 'Kunden öffnen',
      copy: copy.de,
      after: [],
    },
    planEnded: {
      subject: 'Ihr Tarifplan Pro ist beendet',
      before: [
        'Ab jetzt gilt der Tarifplan Free. Ihre kostenpflichtigen Stationen bleiben kostenpflichtig und verkaufen nichts: Niemand kann dort starten. Was gerade lädt, endet wie gewohnt und wird bezahlt.',
        'Ab jetzt wird nichts verkauft an: {stations}.',
        'Bis auf Weiteres nicht mehr verkauft: {services}.',
        'Nichts ist verloren. Wechseln Sie wieder zu Pro, und dieselben Stationen und Ihre Services verkaufen wieder. Oder stellen Sie einzelne Stationen auf kostenlos, wenn Sie deren Energie abgeben wollen.',
      ],
      button: 'Mein Tarifplan',
      copy: copy.de,
      after: [],
    },
  },
  ru: {
    planRefused: {
      subject: 'Не удалось списать оплату плана',
      before: [
        'Оплата плана Pro отклонена.',
        'Мы повторим попытку через 1, 3 и 7 дней после первого отказа. До этого всё работает как прежде; затем план станет Free, и платные станции перестанут продавать.',
      ],
      button: 'Добавить другую карту',
      copy: copy.ru,
      after: [],
    },
    planGrown: {
      subject: 'Ваш план покрывает ещё одну станцию',
      before: [
        'Администратор добавил в ваш план Pro станцию {station}. С этого момента она платная.',
        'За остаток периода с вашей карты списывается {amount}. Счёт и все станции плана — в разделе «Мой план».',
      ],
      button: 'Открыть мой план',
      copy: copy.ru,
      after: [],
    },
    salesPaused: {
      subject: 'Платные станции больше ничего не продают',
      before: [
        'План Pro владельца {owner} закончился. Пока владелец не подключит его снова или станции не сделают бесплатными, начать зарядку на них нельзя.',
        'Станции: {stations}.',
      ],
      button: 'Открыть подписчика',
      copy: copy.ru,
      after: [],
    },
    planEnded: {
      subject: 'План Pro закончился',
      before: [
        'Теперь действует план Free. Платные станции остаются платными и ничего не продают: начать зарядку там нельзя. Идущие зарядки закончатся и будут оплачены как обычно.',
        'Больше ничего не продают: {stations}.',
        'Больше не продаются: {services}.',
        'Ничего не потеряно. Подключите Pro снова, и те же станции и услуги опять будут в продаже. Либо сделайте отдельные станции бесплатными, если хотите отдавать их энергию.',
      ],
      button: 'Открыть мой план',
      copy: copy.ru,
      after: [],
    },
  },
}
