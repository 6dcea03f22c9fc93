import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../platform/mail/mail-text.ts'

declare module '../../../platform/mail/mail-text.ts' {
  interface MailValues {
    /** stations: their numbers; since: since when the first of them is away */
    stationsSilent: { link: string; place: string; stations: string; since: string }
    placeSilent: { link: string; place: string; stations: string; since: string }
    stationsBack: { link: string; place: string; stations: string }
  }
}

/** The mails about stations that are silent for long, and those that are back. */
export const silenceMails: Record<
  Language,
  Record<'stationsSilent' | 'placeSilent' | 'stationsBack', MailText>
> = {
  en: {
    stationsSilent: {
      subject: 'Not connected at {place}: {stations}',
      before: [
        'Of the stations at {place}, these are not connected: {stations}. The first of them since {since}.',
      ],
      button: 'Open the location',
      copy: copy.en,
      after: [
        'You get one more e-mail when they are back. Whether you get these e-mails is set in your profile.',
      ],
    },
    placeSilent: {
      subject: '{place}: no station is connected',
      before: [
        'No station at {place} is connected, the first since {since}: {stations}.',
        'When a whole place is away, it is mostly its power or its internet connection.',
      ],
      button: 'Open the location',
      copy: copy.en,
      after: [
        'You get one more e-mail when they are back. Whether you get these e-mails is set in your profile.',
      ],
    },
    stationsBack: {
      subject: 'Connected again at {place}: {stations}',
      before: ['These stations at {place} are connected again: {stations}.'],
      button: 'Open the location',
      copy: copy.en,
      after: ['Whether you get these e-mails is set in your profile.'],
    },
  },
  de: {
    stationsSilent: {
      subject: 'Keine Verbindung am Standort {place}: {stations}',
      before: [
        'Am Standort {place} sind diese Stationen nicht verbunden: {stations}. Die erste davon seit {since}.',
      ],
      button: 'Standort öffnen',
      copy: copy.de,
      after: [
        'Sobald sie wieder da sind, erhalten Sie noch eine E-Mail. Ob Sie diese E-Mails erhalten, stellen Sie in Ihrem Profil ein.',
      ],
    },
    placeSilent: {
      subject: '{place}: keine Station verbunden',
      before: [
        'Am Standort {place} ist keine Station verbunden, die erste seit {since}: {stations}.',
        'Fällt ein ganzer Standort aus, liegt es meist am Strom oder am Internetanschluss.',
      ],
      button: 'Standort öffnen',
      copy: copy.de,
      after: [
        'Sobald sie wieder da sind, erhalten Sie noch eine E-Mail. Ob Sie diese E-Mails erhalten, stellen Sie in Ihrem Profil ein.',
      ],
    },
    stationsBack: {
      subject: 'Wieder verbunden am Standort {place}: {stations}',
      before: ['Am Standort {place} sind diese Stationen wieder verbunden: {stations}.'],
      button: 'Standort öffnen',
      copy: copy.de,
      after: ['Ob Sie diese E-Mails erhalten, stellen Sie in Ihrem Profil ein.'],
    },
  },
  ru: {
    stationsSilent: {
      subject: 'Нет связи на локации {place}: {stations}',
      before: ['На локации {place} нет связи со станциями: {stations}. С первой из них — с {since}.'],
      button: 'Открыть локацию',
      copy: copy.ru,
      after: [
        'Когда связь восстановится, придёт ещё одно письмо. Получать ли такие письма, выбирается в профиле.',
      ],
    },
    placeSilent: {
      subject: '{place}: нет связи ни с одной станцией',
      before: [
        'На локации {place} нет связи ни с одной станцией, с первой — с {since}: {stations}.',
        'Когда пропадает вся локация, обычно дело в электропитании или интернете.',
      ],
      button: 'Открыть локацию',
      copy: copy.ru,
      after: [
        'Когда связь восстановится, придёт ещё одно письмо. Получать ли такие письма, выбирается в профиле.',
      ],
    },
    stationsBack: {
      subject: 'Связь восстановлена на локации {place}: {stations}',
      before: ['На локации {place} снова на связи станции: {stations}.'],
      button: 'Открыть локацию',
      copy: copy.ru,
      after: ['Получать ли такие письма, выбирается в профиле.'],
    },
  },
}
