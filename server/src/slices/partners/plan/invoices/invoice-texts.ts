import type { Language, PlanCountry, PlanInvoice } from '@stationmaster/contract'

/** Words of an invoice; {…} stands for a value. */
interface InvoiceTexts {
  title: string
  paidOn: string
  seller: string
  buyer: string
  inn: string
  taxId: string
  sold: string
  columns: Record<'what' | 'period' | 'stations' | 'amount', string>
  kinds: Record<PlanInvoice['kind'], string>
  credit: string
  total: string
  tax: string
  noTax: string
  countries: Record<PlanCountry, string>
}

export const invoiceTexts: Record<Language, InvoiceTexts> = {
  en: {
    title: 'Invoice {number}',
    paidOn: 'Paid on {day}',
    seller: 'Seller',
    buyer: 'Buyer',
    inn: 'INN {inn}',
    taxId: 'Tax ID {id}',
    sold: 'What was sold',
    columns: { what: 'Service', period: 'Period', stations: 'Stations', amount: 'Amount' },
    kinds: {
      start: 'Pro plan',
      change: 'Pro plan: more stations for the rest of the period',
      renewal: 'Pro plan, next period',
    },
    credit: 'Credit of an earlier change',
    total: 'Paid',
    tax: 'VAT of {percent} % in it: {tax}.',
    noTax: 'Without VAT.',
    countries: { DE: 'Germany', RU: 'Russia' },
  },
  de: {
    title: 'Rechnung {number}',
    paidOn: 'Bezahlt am {day}',
    seller: 'Verkäufer',
    buyer: 'Käufer',
    inn: 'INN {inn}',
    taxId: 'Steuernummer {id}',
    sold: 'Leistung',
    columns: { what: 'Leistung', period: 'Zeitraum', stations: 'Stationen', amount: 'Betrag' },
    kinds: {
      start: 'Tarifplan Pro',
      change: 'Tarifplan Pro: weitere Stationen für den Rest des Zeitraums',
      renewal: 'Tarifplan Pro, nächster Zeitraum',
    },
    credit: 'Guthaben aus einer früheren Änderung',
    total: 'Bezahlt',
    tax: 'Darin {percent} % Umsatzsteuer: {tax}.',
    noTax: 'Ohne Umsatzsteuer.',
    countries: { DE: 'Deutschland', RU: 'Russland' },
  },
  ru: {
    title: 'Счёт {number}',
    paidOn: 'Оплачен {day}',
    seller: 'Продавец',
    buyer: 'Покупатель',
    inn: 'ИНН {inn}',
    taxId: 'Налоговый номер {id}',
    sold: 'Услуга',
    columns: { what: 'Услуга', period: 'Период', stations: 'Станции', amount: 'Сумма' },
    kinds: {
      start: 'План Pro',
      change: 'План Pro: новые станции до конца периода',
      renewal: 'План Pro, следующий период',
    },
    credit: 'Зачёт прошлого изменения',
    total: 'Оплачено',
    tax: 'В том числе НДС {percent} %: {tax}.',
    noTax: 'Без НДС.',
    countries: { DE: 'Германия', RU: 'Россия' },
  },
}
