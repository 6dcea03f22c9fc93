import type { ErrorTexts } from '../../error-texts.ts'

export const fleetErrors = {
  'fleet_invoice.not_found': {
    status: 404,
    en: 'There is no such invoice.',
    de: 'Diese Rechnung gibt es nicht.',
    ru: 'Такого счёта нет.',
  },
  'fleet_invoice.nothing': {
    status: 409,
    en: 'There is nothing to invoice for this month, or the month is not over.',
    de: 'Für diesen Monat gibt es nichts zu berechnen, oder er ist noch nicht vorbei.',
    ru: 'За этот месяц нечего выставлять, или он ещё не закончился.',
  },
  'fleet_invoice.paid': {
    status: 409,
    en: 'The invoice is marked as paid already.',
    de: 'Die Rechnung ist schon als bezahlt vermerkt.',
    ru: 'Счёт уже отмечен как оплаченный.',
  },
} as const satisfies ErrorTexts
