import type { ErrorTexts } from './error-texts.ts'

export const peopleErrors = {
  'auth.required': {
    status: 401,
    en: 'Sign in first.',
    de: 'Bitte melden Sie sich zuerst an.',
    ru: 'Сначала войдите.',
  },
  'auth.wrong_credentials': {
    status: 401,
    en: 'Wrong e-mail or password.',
    de: 'E-Mail oder Passwort ist falsch.',
    ru: 'Неверная почта или пароль.',
  },
  'auth.too_many_attempts': {
    status: 429,
    en: 'Too many attempts to sign in. Wait a few minutes and try again.',
    de: 'Zu viele Anmeldeversuche. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
    ru: 'Слишком много попыток входа. Подождите несколько минут и попробуйте снова.',
  },
  'auth.password_needed': {
    status: 403,
    en: 'You signed in some time ago. Enter your current password to go on.',
    de: 'Ihre Anmeldung liegt länger zurück. Geben Sie Ihr aktuelles Passwort ein, um fortzufahren.',
    ru: 'Вы вошли довольно давно. Чтобы продолжить, введите текущий пароль.',
  },
  'auth.password_wrong': {
    status: 403,
    en: 'The current password is wrong.',
    de: 'Das aktuelle Passwort ist falsch.',
    ru: 'Текущий пароль неверен.',
  },
  'auth.token_expired': {
    status: 401,
    en: 'The session has ended. Sign in again.',
    de: 'Die Sitzung ist abgelaufen. Melden Sie sich erneut an.',
    ru: 'Сеанс завершён. Войдите снова.',
  },
  'auth.blocked': {
    status: 403,
    en: 'This account is blocked.',
    de: 'Dieses Konto ist gesperrt.',
    ru: 'Учётная запись заблокирована.',
  },
  'auth.forbidden': {
    status: 403,
    en: 'Your role does not allow this.',
    de: 'Ihre Rolle erlaubt das nicht.',
    ru: 'Ваша роль этого не позволяет.',
  },
  'auth.token_invalid': {
    status: 400,
    en: 'This link has been used or has expired. Ask for a new one.',
    de: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
    ru: 'Ссылка уже использована или устарела. Запросите новую.',
  },
  'session.not_found': {
    status: 404,
    en: 'There is no such session.',
    de: 'Diese Sitzung gibt es nicht.',
    ru: 'Такого сеанса нет.',
  },
  'manager.exists': {
    status: 409,
    en: 'There is an account with this e-mail already.',
    de: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.',
    ru: 'Учётная запись с этой почтой уже есть.',
  },
  'manager.not_found': {
    status: 404,
    en: 'There is no such manager.',
    de: 'Diesen Manager gibt es nicht.',
    ru: 'Такого менеджера нет.',
  },
  'manager.self': {
    status: 409,
    en: 'You cannot block yourself or change your own role. Ask another administrator.',
    de: 'Sie können sich nicht selbst sperren oder Ihre eigene Rolle ändern. Bitten Sie einen anderen Administrator.',
    ru: 'Нельзя заблокировать себя или изменить свою роль. Попросите другого администратора.',
  },
  'manager.not_invited': {
    status: 409,
    en: 'This person has chosen a password already.',
    de: 'Diese Person hat schon ein Passwort gewählt.',
    ru: 'Этот сотрудник уже выбрал пароль.',
  },
  'manager.owner_invalid': {
    status: 400,
    en: 'The owner must be another administrator or manager.',
    de: 'Der Eigentümer muss ein anderer Administrator oder Manager sein.',
    ru: 'Владельцем может быть только другой администратор или менеджер.',
  },
} as const satisfies ErrorTexts
