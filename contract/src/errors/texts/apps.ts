import type { ErrorTexts } from '../error-texts.ts'

export const appsErrors = {
  'app_version.not_found': {
    status: 404,
    en: 'No app version has been set yet.',
    de: 'Es wurde noch keine App-Version gesetzt.',
    ru: 'Версия приложения ещё не установлена.',
  },
} as const satisfies ErrorTexts
