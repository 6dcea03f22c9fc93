import type { ErrorTexts } from '../../error-texts.ts'

export const alertErrors = {
  'alert.rule_not_found': {
    status: 404,
    en: 'There is no such rule.',
    de: 'Diese Regel gibt es nicht.',
    ru: 'Такого правила нет.',
  },
  'alert.channel_not_found': {
    status: 404,
    en: 'There is no such channel.',
    de: 'Diesen Kanal gibt es nicht.',
    ru: 'Такого канала нет.',
  },
  'repair.rule_not_found': {
    status: 404,
    en: 'There is no such repair rule.',
    de: 'Diese Reparaturregel gibt es nicht.',
    ru: 'Такого правила починки нет.',
  },
  'alert.nobody': {
    status: 400,
    en: 'Each step of a rule tells somebody.',
    de: 'Jeder Schritt einer Regel benachrichtigt jemanden.',
    ru: 'Каждый шаг правила кого-нибудь оповещает.',
  },
} as const satisfies ErrorTexts
