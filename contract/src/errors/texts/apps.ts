import type { ErrorTexts } from '../error-texts.ts'

export const appsErrors = {
  'app_version.not_found': {
    status: 404,
    en: 'No app version has been set yet.',
    de: 'Es wurde noch keine App-Version gesetzt.',
    ru: 'Версия приложения ещё не установлена.',
  },
  'webhook.not_found': {
    status: 404,
    en: 'There is no such webhook.',
    de: 'Diesen Webhook gibt es nicht.',
    ru: 'Такого вебхука нет.',
  },
  'webhook.message_not_found': {
    status: 404,
    en: 'There is no such message, or it has nothing to send yet.',
    de: 'Diese Nachricht gibt es nicht, oder sie hat noch nichts zu senden.',
    ru: 'Такого сообщения нет, или отправлять ещё нечего.',
  },
  'webhook.off': {
    status: 409,
    en: 'The webhook is switched off. Switch it on first.',
    de: 'Der Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
    ru: 'Вебхук выключен. Сначала включите его.',
  },
  'webhook.target_forbidden': {
    status: 400,
    en: 'This address is not to be called. It must be a public one over https, or in a network that the operator allows.',
    de: 'Diese Adresse darf nicht aufgerufen werden. Sie muss öffentlich und über https erreichbar sein oder in einem Netz liegen, das der Betreiber erlaubt.',
    ru: 'На этот адрес отправлять нельзя. Он должен быть публичным и работать по https или находиться в сети, которую разрешил оператор.',
  },
  'webhook.event_forbidden': {
    status: 400,
    en: 'Some of these events tell of what you may not read.',
    de: 'Einige dieser Ereignisse berichten von dem, was Sie nicht lesen dürfen.',
    ru: 'Часть этих событий рассказывает о том, что вам нельзя читать.',
  },
} as const satisfies ErrorTexts
