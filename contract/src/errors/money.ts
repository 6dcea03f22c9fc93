import type { ErrorTexts } from './error-texts.ts'

export const moneyErrors = {
  'contract.not_found': {
    status: 404,
    en: 'There is no such entry.',
    de: 'Diesen Eintrag gibt es nicht.',
    ru: 'Такой записи нет.',
  },
  'contract.month_closed': {
    status: 409,
    en: 'This day is in a month that is closed. Choose a day of the current month, or a later one.',
    de: 'Dieser Tag liegt in einem abgeschlossenen Monat. Wählen Sie einen Tag des laufenden Monats oder einen späteren.',
    ru: 'Этот день относится к закрытому месяцу. Выберите день текущего месяца или более поздний.',
  },
  'contract.begun': {
    status: 409,
    en: 'This is in force already and stays as it is. Add a new entry from a later day on.',
    de: 'Das gilt bereits und bleibt, wie es ist. Fügen Sie einen neuen Eintrag mit späterem Beginn hinzu.',
    ru: 'Запись уже действует и не меняется. Добавьте новую с более поздней датой.',
  },
  'contract.day_taken': {
    status: 409,
    en: 'There is an entry from this day on already.',
    de: 'Ab diesem Tag gibt es schon einen Eintrag.',
    ru: 'С этого дня уже есть запись.',
  },
} as const satisfies ErrorTexts
