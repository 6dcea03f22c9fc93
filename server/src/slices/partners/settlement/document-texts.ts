import type { Language } from '@stationmaster/contract'

/** Words of a statement's documents; {…} stands for a value. */
interface DocumentTexts {
  title: string
  period: string
  issued: string
  network: string
  owner: string
  inn: string
  noInn: string
  contract: string
  noContract: string
  byLocation: string
  byMethod: string
  corrections: string
  payouts: string
  balance: string
  opening: string
  due: string
  paid: string
  closing: string
  fee: string
  feeWithTax: string
  noTax: string
  total: string
  signature: string
  columns: Record<
    | 'kind'
    | 'day'
    | 'location'
    | 'method'
    | 'order'
    | 'document'
    | 'sessions'
    | 'energy'
    | 'amount'
    | 'commission'
    | 'fee'
    | 'compensation'
    | 'due'
    | 'paid',
    string
  >
  kinds: Record<'sessions' | 'correction' | 'payout', string>
}

export const documentTexts: Record<Language, DocumentTexts> = {
  en: {
    title: 'Statement No. {number}',
    period: 'Settlement for {month}',
    issued: 'Issued on {day}',
    network: 'Agent (network operator)',
    owner: 'Principal (owner)',
    inn: 'INN {inn}',
    noInn: 'INN: not given',
    contract: 'Contract No. {number} of {day}',
    noContract: 'No contract',
    byLocation: 'Sessions by location',
    byMethod: 'By way to pay',
    corrections: 'Corrections of earlier months',
    payouts: 'Payments to the owner in the month',
    balance: 'Balance',
    opening: 'Due at the beginning of the month',
    due: 'To be compensated for the month',
    paid: 'Paid in the month',
    closing: 'Due at the end of the month',
    fee: 'Agent fee',
    feeWithTax: 'Agent fee {fee}: {amount}, including VAT {percent} %: {tax}.',
    noTax: 'Agent fee {fee}: {amount}, not subject to VAT.',
    total: 'Total',
    signature: 'signature, name, date',
    columns: {
      kind: 'Line',
      day: 'Day',
      location: 'Location',
      method: 'Way to pay',
      order: 'Order',
      document: 'Document',
      sessions: 'Sessions',
      energy: 'Energy, kWh',
      amount: 'Amount',
      commission: 'Bank commission',
      fee: 'Agent fee',
      compensation: 'Compensation',
      due: 'To be compensated',
      paid: 'Paid',
    },
    kinds: { sessions: 'Sessions', correction: 'Correction', payout: 'Payout' },
  },
  de: {
    title: 'Abrechnung Nr. {number}',
    period: 'Abrechnung für {month}',
    issued: 'Ausgestellt am {day}',
    network: 'Agent (Netzbetreiber)',
    owner: 'Vertragspartner (Eigentümer)',
    inn: 'INN {inn}',
    noInn: 'INN: nicht angegeben',
    contract: 'Vertrag Nr. {number} vom {day}',
    noContract: 'Kein Vertrag',
    byLocation: 'Ladevorgänge nach Standort',
    byMethod: 'Nach Zahlungsart',
    corrections: 'Korrekturen früherer Monate',
    payouts: 'Zahlungen an den Eigentümer im Monat',
    balance: 'Saldo',
    opening: 'Offen zu Monatsbeginn',
    due: 'Auszuzahlen für den Monat',
    paid: 'Im Monat gezahlt',
    closing: 'Offen zum Monatsende',
    fee: 'Agenturgebühr',
    feeWithTax: 'Agenturgebühr {fee}: {amount}, darin {percent} % Umsatzsteuer: {tax}.',
    noTax: 'Agenturgebühr {fee}: {amount}, ohne Umsatzsteuer.',
    total: 'Summe',
    signature: 'Unterschrift, Name, Datum',
    columns: {
      kind: 'Zeile',
      day: 'Tag',
      location: 'Standort',
      method: 'Zahlungsart',
      order: 'Ladevorgang',
      document: 'Beleg',
      sessions: 'Ladevorgänge',
      energy: 'Energie, kWh',
      amount: 'Betrag',
      commission: 'Bankgebühr',
      fee: 'Agenturgebühr',
      compensation: 'Ausgleich',
      due: 'Auszuzahlen',
      paid: 'Gezahlt',
    },
    kinds: { sessions: 'Ladevorgänge', correction: 'Korrektur', payout: 'Auszahlung' },
  },
  ru: {
    title: 'Отчёт агента № {number}',
    period: 'Расчёты за {month}',
    issued: 'Составлен {day}',
    network: 'Агент (оператор сети)',
    owner: 'Принципал (владелец)',
    inn: 'ИНН {inn}',
    noInn: 'ИНН: не указан',
    contract: 'Договор № {number} от {day}',
    noContract: 'Без договора',
    byLocation: 'Сессии по локациям',
    byMethod: 'По способам оплаты',
    corrections: 'Корректировки прошлых месяцев',
    payouts: 'Выплаты владельцу за месяц',
    balance: 'Сальдо',
    opening: 'Задолженность на начало месяца',
    due: 'К перечислению за месяц',
    paid: 'Выплачено за месяц',
    closing: 'Задолженность на конец месяца',
    fee: 'Агентское вознаграждение',
    feeWithTax: 'Агентское вознаграждение {fee}: {amount}, в том числе НДС {percent} %: {tax}.',
    noTax: 'Агентское вознаграждение {fee}: {amount}, НДС не облагается.',
    total: 'Итого',
    signature: 'подпись, расшифровка, дата',
    columns: {
      kind: 'Строка',
      day: 'День',
      location: 'Локация',
      method: 'Способ оплаты',
      order: 'Заказ',
      document: 'Документ',
      sessions: 'Сессии',
      energy: 'Энергия, кВт·ч',
      amount: 'Сумма',
      commission: 'Комиссия банка',
      fee: 'Вознаграждение агента',
      compensation: 'Компенсация',
      due: 'К перечислению',
      paid: 'Выплачено',
    },
    kinds: { sessions: 'Сессии', correction: 'Корректировка', payout: 'Выплата' },
  },
}
