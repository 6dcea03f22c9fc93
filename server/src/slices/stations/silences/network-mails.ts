import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../platform/mail/mail-text.ts'

/** The mails to those who are responsible for a location, and for a roll-out. */
export const networkMails: Record<
  Language,
  Record<'stationsSilent' | 'placeSilent' | 'stationsBack' | 'rolloutPaused' | 'rolloutLeft', MailText>
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
    rolloutPaused: {
      subject: 'The roll-out of {firmware} has paused itself',
      before: [
        'Too many firmware updates have failed: {failed} of the {total} stations of the roll-out of {firmware}. No further station is updated until somebody decides.',
        'Look at the stations that failed, then continue the roll-out or stop it.',
      ],
      button: 'Open the roll-out',
      copy: copy.en,
      after: [
        'You get this e-mail because you started the roll-out or continued it last, or because you are an administrator and whoever did is no longer one.',
      ],
    },
    rolloutLeft: {
      subject: 'Nobody is in charge of the roll-out of {firmware} any more',
      before: [
        'Who started the roll-out of {firmware}, or continued it last, is no administrator any more. No further station is updated until somebody decides.',
        'Look at what has been updated, then continue the roll-out, which puts you in charge of it, or stop it.',
      ],
      button: 'Open the roll-out',
      copy: copy.en,
      after: ['You get this e-mail because you are an administrator.'],
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
    rolloutPaused: {
      subject: 'Der Rollout von {firmware} hat sich selbst angehalten',
      before: [
        'Zu viele Firmware-Updates sind fehlgeschlagen: {failed} von {total} Stationen des Rollouts von {firmware}. Bis jemand entscheidet, wird keine weitere Station aktualisiert.',
        'Sehen Sie sich die Stationen an, bei denen es fehlgeschlagen ist, und setzen Sie den Rollout dann fort oder brechen Sie ihn ab.',
      ],
      button: 'Rollout öffnen',
      copy: copy.de,
      after: [
        'Sie erhalten diese E-Mail, weil Sie den Rollout gestartet oder zuletzt fortgesetzt haben, oder weil Sie Administrator sind und der Verantwortliche es nicht mehr ist.',
      ],
    },
    rolloutLeft: {
      subject: 'Für den Rollout von {firmware} ist niemand mehr verantwortlich',
      before: [
        'Wer den Rollout von {firmware} gestartet oder zuletzt fortgesetzt hat, ist kein Administrator mehr. Bis jemand entscheidet, wird keine weitere Station aktualisiert.',
        'Sehen Sie sich an, was aktualisiert wurde, und setzen Sie den Rollout dann fort, womit Sie ihn übernehmen, oder brechen Sie ihn ab.',
      ],
      button: 'Rollout öffnen',
      copy: copy.de,
      after: ['Sie erhalten diese E-Mail, weil Sie Administrator sind.'],
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
    rolloutPaused: {
      subject: 'Развёртывание {firmware} приостановилось само',
      before: [
        'Слишком много обновлений прошивки не удалось: {failed} из {total} станций развёртывания {firmware}. Пока кто-нибудь не примет решение, другие станции обновляться не будут.',
        'Посмотрите на станции, где обновление не удалось, затем продолжите развёртывание или остановите его.',
      ],
      button: 'Открыть развёртывание',
      copy: copy.ru,
      after: [
        'Вы получили это письмо, потому что начали это развёртывание или продолжили его последним, либо как администратор: тот, кто это сделал, больше им не является.',
      ],
    },
    rolloutLeft: {
      subject: 'За развёртывание {firmware} больше никто не отвечает',
      before: [
        'Тот, кто начал развёртывание {firmware} или продолжил его последним, больше не администратор. Пока кто-нибудь не примет решение, другие станции обновляться не будут.',
        'Посмотрите, что уже обновлено, затем продолжите развёртывание, взяв его на себя, или остановите его.',
      ],
      button: 'Открыть развёртывание',
      copy: copy.ru,
      after: ['Вы получили это письмо, потому что вы администратор.'],
    },
  },
}
