import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../platform/mail/mail-text.ts'

declare module '../../../platform/mail/mail-text.ts' {
  interface MailValues {
    reportReady: { link: string; name: string }
    exportReady: { link: string; name: string }
    monthlyReport: { link: string; month: string }
  }
}

/** The mails about files and reports. */
export const reportMails: Record<
  Language,
  Record<'reportReady' | 'exportReady' | 'monthlyReport', MailText>
> = {
  en: {
    reportReady: {
      subject: 'Your report is ready',
      before: [
        'The report {name} is ready, as you have it sent to you.',
        'The link works once, for three days.',
      ],
      button: 'Get the report',
      copy: copy.en,
      after: ['It can be changed, paused and switched off under Payment statistics.'],
    },
    exportReady: {
      subject: 'Your file is ready',
      before: ['The file {name} is ready.', 'The link works once, for three days.'],
      button: 'Get the file',
      copy: copy.en,
      after: ['If you did not ask for it, ignore this e-mail and tell an administrator of your network.'],
    },
    monthlyReport: {
      subject: 'Your monthly report',
      before: [
        'Month: {month}.',
        'Attached is the report of your charging stations: sessions, energy, money, uptime and incidents of a month on one page.',
      ],
      button: 'Open it in the back office',
      copy: copy.en,
      after: [
        'You get it on the 1st of each month. It can be switched off on the page of the monthly report.',
      ],
    },
  },
  de: {
    reportReady: {
      subject: 'Ihr Bericht ist fertig',
      before: [
        'Der Bericht {name} ist fertig, wie Sie ihn sich senden lassen.',
        'Der Link gilt einmal und drei Tage lang.',
      ],
      button: 'Bericht abholen',
      copy: copy.de,
      after: ['Unter Zahlungsstatistik lässt er sich ändern, anhalten und abschalten.'],
    },
    exportReady: {
      subject: 'Ihre Datei ist fertig',
      before: ['Die Datei {name} ist fertig.', 'Der Link gilt einmal, drei Tage lang.'],
      button: 'Datei holen',
      copy: copy.de,
      after: [
        'Wenn Sie sie nicht angefordert haben, ignorieren Sie diese E-Mail und sagen Sie es einem Administrator Ihres Netzes.',
      ],
    },
    monthlyReport: {
      subject: 'Ihr Monatsbericht',
      before: [
        'Monat: {month}.',
        'Im Anhang finden Sie den Bericht über Ihre Ladestationen: Ladevorgänge, Energie, Geld, Verfügbarkeit und Störungen eines Monats auf einer Seite.',
      ],
      button: 'In der Verwaltung öffnen',
      copy: copy.de,
      after: [
        'Sie erhalten ihn am 1. jedes Monats. Auf der Seite des Monatsberichts lässt sich der Versand abschalten.',
      ],
    },
  },
  ru: {
    reportReady: {
      subject: 'Ваш отчёт готов',
      before: [
        'Отчёт {name}, который вам отправляется регулярно, готов.',
        'Ссылка действует один раз, в течение трёх дней.',
      ],
      button: 'Получить отчёт',
      copy: copy.ru,
      after: ['Изменить, приостановить или отключить отправку можно в разделе «Статистика платежей».'],
    },
    exportReady: {
      subject: 'Ваш файл готов',
      before: ['Файл {name} готов.', 'Ссылка действует один раз, в течение трёх дней.'],
      button: 'Получить файл',
      copy: copy.ru,
      after: [
        'Если вы его не запрашивали, не обращайте внимания на письмо и сообщите администратору вашей сети.',
      ],
    },
    monthlyReport: {
      subject: 'Ваш отчёт за месяц',
      before: [
        'Месяц: {month}.',
        'Во вложении отчёт о ваших зарядных станциях: сессии, энергия, деньги, доступность и сбои за месяц на одной странице.',
      ],
      button: 'Открыть в бэк-офисе',
      copy: copy.ru,
      after: ['Отчёт приходит 1-го числа каждого месяца. Отключить его можно на странице отчёта за месяц.'],
    },
  },
}
