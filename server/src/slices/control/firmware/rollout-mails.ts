import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../platform/mail/mail-text.ts'

declare module '../../../platform/mail/mail-text.ts' {
  interface MailValues {
    /** firmware: vendor, model and version; failed: how many of `total` stations */
    rolloutPaused: { link: string; firmware: string; failed: string; total: string }
    rolloutLeft: { link: string; firmware: string }
  }
}

/** The mails about roll-outs that need somebody. */
export const rolloutMails: Record<Language, Record<'rolloutPaused' | 'rolloutLeft', MailText>> = {
  en: {
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
