import type { Language } from '@stationmaster/contract'
import { copy, type MailText } from '../../../../platform/mail/mail-text.ts'

declare module '../../../../platform/mail/mail-text.ts' {
  interface MailValues {
    verifyEmail: { link: string }
    changePassword: { link: string }
    /** inviter: the name of whoever invites */
    invitation: { link: string; inviter: string }
    secondFactorOn: { link: string }
    secondFactorOff: { link: string }
    confirmNewEmail: { link: string }
    /** to the old address; email: the new one, link: what objects */
    emailChanging: { link: string; email: string }
    passwordChanged: { link: string }
  }
}

/** The mails about accounts. */
export const accountMails: Record<
  Language,
  Record<
    | 'verifyEmail'
    | 'changePassword'
    | 'invitation'
    | 'secondFactorOn'
    | 'secondFactorOff'
    | 'confirmNewEmail'
    | 'emailChanging'
    | 'passwordChanged',
    MailText
  >
> = {
  en: {
    verifyEmail: {
      subject: 'Confirm your e-mail address',
      before: [
        'Welcome to Stationmaster.',
        'Please confirm that this address is yours. The link works once, for three days.',
      ],
      button: 'Confirm the address',
      copy: copy.en,
      after: ['If you did not sign up, ignore this e-mail: nothing will happen.'],
    },
    changePassword: {
      subject: 'Choose a new password',
      before: [
        'Somebody, probably you, asked for a new password for your Stationmaster account.',
        'The link works once, for one hour. When you have chosen a new password, you are logged out on every device.',
      ],
      button: 'Choose a new password',
      copy: copy.en,
      after: ['If it was not you, ignore this e-mail: your password stays as it is.'],
    },
    invitation: {
      subject: 'Your invitation to Stationmaster',
      before: [
        '{inviter} invites you to the back office of a charging network.',
        'Choose a password to log in. The link works once, for seven days.',
      ],
      button: 'Accept the invitation',
      copy: copy.en,
      after: ['If you know nothing of this, ignore this e-mail.'],
    },
    secondFactorOn: {
      subject: 'Logging in now asks for a code',
      before: [
        'From now on, logging in to your Stationmaster account takes a code from your authenticator app besides the password.',
        'If this was you, there is nothing to do; just keep the recovery codes in a safe place.',
      ],
      button: 'It was not me: choose a new password',
      copy: copy.en,
      after: [
        'If it was not you, tell an administrator of your network too: they can switch the codes off again.',
      ],
    },
    secondFactorOff: {
      subject: 'Logging in no longer asks for a code',
      before: [
        'Logging in to your Stationmaster account takes the password alone again: you, or an administrator of your network, switched the second factor off.',
        'If you know of this, there is nothing to do.',
      ],
      button: 'I know nothing of this: choose a new password',
      copy: copy.en,
      after: ['You get this e-mail so that nobody can weaken your account unnoticed.'],
    },
    confirmNewEmail: {
      subject: 'Confirm your new e-mail address',
      before: [
        'This address was entered as the new one of a Stationmaster account.',
        'Please confirm that it is yours: from then on you log in with it. The link works once, for three days.',
      ],
      button: 'Confirm the new address',
      copy: copy.en,
      after: ['If you know nothing of this, ignore this e-mail: nothing will happen.'],
    },
    emailChanging: {
      subject: 'Your e-mail address is about to change',
      before: [
        'Somebody, probably you, entered {email} as the new e-mail address of your Stationmaster account.',
        'As soon as the new address is confirmed, you log in with it and no longer with this one. If this was you, there is nothing more to do here.',
      ],
      button: 'It was not me: keep my address',
      copy: copy.en,
      after: [
        'The link works once, for seven days, even when the address has been changed by then. It logs every device out, and you choose a new password.',
      ],
    },
    passwordChanged: {
      subject: 'Your password was changed',
      before: [
        'The password of your Stationmaster account has just been changed, and other devices were logged out.',
        'If this was you, there is nothing to do.',
      ],
      button: 'It was not me: choose a new password',
      copy: copy.en,
      after: ['You get this e-mail so that nobody can change your password unnoticed.'],
    },
  },
  de: {
    verifyEmail: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: [
        'Willkommen bei Stationmaster.',
        'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt einmal und drei Tage lang.',
      ],
      button: 'Adresse bestätigen',
      copy: copy.de,
      after: ['Wenn Sie sich nicht registriert haben, ignorieren Sie diese Nachricht: Es passiert nichts.'],
    },
    changePassword: {
      subject: 'Wählen Sie ein neues Passwort',
      before: [
        'Jemand, vermutlich Sie, hat für Ihr Stationmaster-Konto ein neues Passwort angefordert.',
        'Der Link gilt einmal und eine Stunde lang. Sobald Sie ein neues Passwort gewählt haben, werden Sie auf allen Geräten abgemeldet.',
      ],
      button: 'Neues Passwort wählen',
      copy: copy.de,
      after: ['Wenn Sie es nicht waren, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.'],
    },
    invitation: {
      subject: 'Ihre Einladung zu Stationmaster',
      before: [
        '{inviter} lädt Sie in die Verwaltung eines Ladenetzes ein.',
        'Wählen Sie ein Passwort, um sich anzumelden. Der Link gilt einmal und sieben Tage lang.',
      ],
      button: 'Einladung annehmen',
      copy: copy.de,
      after: ['Wenn Sie davon nichts wissen, ignorieren Sie diese Nachricht.'],
    },
    secondFactorOn: {
      subject: 'Die Anmeldung verlangt jetzt einen Code',
      before: [
        'Ab jetzt verlangt die Anmeldung an Ihrem Stationmaster-Konto zusätzlich zum Passwort einen Code aus Ihrer Authenticator-App.',
        'Wenn Sie das waren, ist nichts zu tun; bewahren Sie nur die Wiederherstellungscodes sicher auf.',
      ],
      button: 'Das war ich nicht: neues Passwort wählen',
      copy: copy.de,
      after: [
        'Wenn Sie es nicht waren, wenden Sie sich auch an einen Administrator Ihres Netzes: Er kann die Codes wieder abschalten.',
      ],
    },
    secondFactorOff: {
      subject: 'Die Anmeldung verlangt keinen Code mehr',
      before: [
        'Die Anmeldung an Ihrem Stationmaster-Konto verlangt wieder nur das Passwort: Sie oder ein Administrator Ihres Netzes haben den zweiten Faktor abgeschaltet.',
        'Wenn Sie davon wissen, ist nichts zu tun.',
      ],
      button: 'Davon weiß ich nichts: neues Passwort wählen',
      copy: copy.de,
      after: ['Sie erhalten diese Nachricht, damit niemand Ihr Konto unbemerkt schwächen kann.'],
    },
    confirmNewEmail: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      before: [
        'Diese Adresse wurde als neue Adresse eines Stationmaster-Kontos eingetragen.',
        'Bitte bestätigen Sie, dass sie Ihnen gehört: Ab dann melden Sie sich mit ihr an. Der Link gilt einmal und drei Tage lang.',
      ],
      button: 'Neue Adresse bestätigen',
      copy: copy.de,
      after: ['Wenn Sie davon nichts wissen, ignorieren Sie diese Nachricht: Es passiert nichts.'],
    },
    emailChanging: {
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      before: [
        'Jemand, vermutlich Sie, hat für Ihr Stationmaster-Konto die neue E-Mail-Adresse {email} eingetragen.',
        'Sobald sie bestätigt ist, melden Sie sich mit ihr an und nicht mehr mit dieser. Wenn Sie das waren, ist hier nichts weiter zu tun.',
      ],
      button: 'Das war ich nicht: Adresse behalten',
      copy: copy.de,
      after: [
        'Der Link gilt einmal und sieben Tage lang, auch wenn die Adresse dann schon geändert ist. Er meldet alle Geräte ab, und Sie wählen ein neues Passwort.',
      ],
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      before: [
        'Das Passwort Ihres Stationmaster-Kontos wurde soeben geändert, andere Geräte wurden abgemeldet.',
        'Wenn Sie das waren, ist nichts zu tun.',
      ],
      button: 'Das war ich nicht: neues Passwort wählen',
      copy: copy.de,
      after: ['Sie erhalten diese Nachricht, damit niemand Ihr Passwort unbemerkt ändern kann.'],
    },
  },
  ru: {
    verifyEmail: {
      subject: 'Подтвердите адрес почты',
      before: [
        'Добро пожаловать в Stationmaster.',
        'Подтвердите, пожалуйста, что этот адрес ваш. Ссылка сработает один раз и действует три дня.',
      ],
      button: 'Подтвердить адрес',
      copy: copy.ru,
      after: ['Если вы не регистрировались, просто не отвечайте на это письмо: ничего не произойдёт.'],
    },
    changePassword: {
      subject: 'Выберите новый пароль',
      before: [
        'Кто-то, скорее всего вы, запросил новый пароль для вашей учётной записи Stationmaster.',
        'Ссылка сработает один раз и действует один час. Когда вы выберете новый пароль, сеансы на всех устройствах завершатся.',
      ],
      button: 'Выбрать новый пароль',
      copy: copy.ru,
      after: ['Если это были не вы, ничего не делайте: пароль останется прежним.'],
    },
    invitation: {
      subject: 'Приглашение в Stationmaster',
      before: [
        '{inviter} приглашает вас в систему управления зарядной сетью.',
        'Чтобы войти, выберите пароль. Ссылка сработает один раз и действует семь дней.',
      ],
      button: 'Принять приглашение',
      copy: copy.ru,
      after: ['Если вы ничего об этом не знаете, просто не отвечайте на это письмо.'],
    },
    secondFactorOn: {
      subject: 'При входе теперь нужен код',
      before: [
        'Теперь при входе в вашу учётную запись Stationmaster кроме пароля нужен код из приложения-аутентификатора.',
        'Если это сделали вы, ничего делать не нужно, только храните резервные коды в надёжном месте.',
      ],
      button: 'Это не я: выбрать новый пароль',
      copy: copy.ru,
      after: ['Если это были не вы, сообщите и администратору вашей сети: он может снова отключить коды.'],
    },
    secondFactorOff: {
      subject: 'При входе больше не нужен код',
      before: [
        'Для входа в вашу учётную запись Stationmaster снова достаточно пароля: вы или администратор вашей сети отключили второй фактор.',
        'Если вы об этом знаете, ничего делать не нужно.',
      ],
      button: 'Я об этом не знаю: выбрать новый пароль',
      copy: copy.ru,
      after: ['Мы пишем об этом, чтобы никто не мог ослабить защиту вашей учётной записи незаметно.'],
    },
    confirmNewEmail: {
      subject: 'Подтвердите новый адрес почты',
      before: [
        'Этот адрес указали как новый для учётной записи Stationmaster.',
        'Подтвердите, пожалуйста, что он ваш: после этого вы будете входить с ним. Ссылка сработает один раз и действует три дня.',
      ],
      button: 'Подтвердить новый адрес',
      copy: copy.ru,
      after: ['Если вы ничего об этом не знаете, ничего не делайте: адрес не изменится.'],
    },
    emailChanging: {
      subject: 'Адрес вашей почты собираются сменить',
      before: [
        'Кто-то, скорее всего вы, указал {email} как новый адрес почты вашей учётной записи Stationmaster.',
        'Как только новый адрес подтвердят, входить нужно будет с ним, а не с этим. Если это сделали вы, больше ничего делать не нужно.',
      ],
      button: 'Это не я: оставить мой адрес',
      copy: copy.ru,
      after: [
        'Ссылка сработает один раз и действует семь дней, даже если адрес к тому времени уже сменили. Сеансы на всех устройствах завершатся, и вы выберете новый пароль.',
      ],
    },
    passwordChanged: {
      subject: 'Ваш пароль изменён',
      before: [
        'Пароль вашей учётной записи Stationmaster только что изменён, сеансы на других устройствах завершены.',
        'Если это сделали вы, ничего делать не нужно.',
      ],
      button: 'Это не я: выбрать новый пароль',
      copy: copy.ru,
      after: ['Мы пишем об этом, чтобы никто не мог сменить ваш пароль незаметно.'],
    },
  },
}
