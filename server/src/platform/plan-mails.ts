import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from './mail-text.ts'

/** The mails about plans. */
export const planMails: Record<Language, Record<'planRefused' | 'planEnded', MailText>> = {
  en: {
    planRefused: {
      subject: 'Your plan could not be charged',
      before: [
        'The charge for your Pro plan was refused.',
        'We try again 1, 3 and 7 days after the first refusal. Until then everything works as before; afterwards the plan is Free and your stations are free of charge.',
      ],
      button: 'Add another card',
      copy: copy.en,
      after: [],
    },
    planEnded: {
      subject: 'Your Pro plan has ended',
      before: [
        'Your plan is Free from now on: your stations go on working and are free of charge.',
        'Free of charge from now on: {stations}.',
        'No longer sold from now on: {services}.',
        'Nothing is lost. When you take the Pro plan again, the same stations are proposed, and your services are sold again.',
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
        'Wir versuchen es 1, 3 und 7 Tage nach der ersten Ablehnung erneut. Bis dahin läuft alles weiter; danach gilt der Tarifplan Free, und Ihre Stationen sind kostenlos.',
      ],
      button: 'Andere Karte angeben',
      copy: copy.de,
      after: [],
    },
    planEnded: {
      subject: 'Ihr Tarifplan Pro ist beendet',
      before: [
        'Ab jetzt gilt der Tarifplan Free: Ihre Stationen arbeiten weiter und sind kostenlos.',
        'Ab jetzt kostenlos: {stations}.',
        'Bis auf Weiteres nicht mehr verkauft: {services}.',
        'Nichts ist verloren. Wenn Sie wieder zu Pro wechseln, werden dieselben Stationen vorgeschlagen, und Ihre Services werden wieder verkauft.',
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
        'Мы повторим попытку через 1, 3 и 7 дней после первого отказа. До этого всё работает как прежде; затем план станет Free, а станции — бесплатными.',
      ],
      button: 'Добавить другую карту',
      copy: copy.ru,
      after: [],
    },
    planEnded: {
      subject: 'План Pro закончился',
      before: [
        'Теперь действует план Free: станции продолжают работать и бесплатны.',
        'Теперь бесплатны: {stations}.',
        'Больше не продаются: {services}.',
        'Ничего не потеряно. Когда вы снова подключите Pro, будут предложены те же станции, а услуги снова появятся в продаже.',
      ],
      button: 'Открыть мой план',
      copy: copy.ru,
      after: [],
    },
  },
}
