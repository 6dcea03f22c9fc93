import type { Language, ReportColumn, ReportMode } from '@stationmaster/contract'
import { writing } from '@stationmaster/units'
import { type ColumnKey, texts } from '../../../../i18n/index.ts'

type Kind = ReportColumn['kind']

const money = (...keys: ColumnKey[]): [ColumnKey, Kind][] => keys.map((key) => [key, 'money'])
/** What drivers paid, what was paid back, and the difference. */
const takings = money('captured', 'refunded', 'charged_back', 'amount')
/** The amount by way to pay. */
const ways = money('card', 'sbp', 'account', 'terminal', 'cash', 'unpaid')
const shares = money('bank_commission', 'agent_fee', 'compensation', 'to_compensate')
const sessions: [ColumnKey, Kind][] = [
  ['sessions', 'count'],
  ['energy', 'energy'],
]

/** Columns of the place of a session. */
export const sessionPlace: readonly [ColumnKey, Kind][] = [
  ['location', 'text'],
  ['station', 'text'],
  ['connector', 'text'],
  ['power', 'ratio'],
]
/** Columns of the times, meters and prices of a session. */
export const sessionCourse: readonly [ColumnKey, Kind][] = [
  ['rfid', 'text'],
  ['start', 'instant'],
  ['finish', 'instant'],
  ['minutes', 'count'],
  ['meter_start', 'energy'],
  ['meter_stop', 'energy'],
  ['energy', 'energy'],
  ['soc_start', 'count'],
  ['soc_stop', 'count'],
  ['tariff', 'money'],
  ['discount', 'count'],
  ...money('charging', 'reservation', 'services'),
]

const columns: Record<ReportMode, readonly [ColumnKey, Kind][]> = {
  owner: [
    ['owner', 'text'],
    ['inn', 'text'],
    ['contract', 'text'],
    ['locations', 'count'],
    ...sessions,
    ...takings,
    ...ways,
    ...shares,
  ],
  day: [
    ['day', 'day'],
    ['location', 'text'],
    ['method', 'method'],
    ['provider', 'text'],
    ['shop', 'text'],
    ...sessions,
    ...takings,
    ...money('revenue'),
    ...shares,
  ],
  location: [
    ['location', 'text'],
    ['address', 'text'],
    ['owner', 'text'],
    ['stations', 'count'],
    ...sessions,
    ...money('average_check'),
    ...takings,
    ...shares,
  ],
  detailed: [
    ['order', 'text'],
    ['day', 'day'],
    ['created', 'instant'],
    ...sessionPlace,
    ['client', 'text'],
    ...sessionCourse,
    ...money('parking'),
    ...takings,
    ...ways,
    ['method', 'method'],
    ['provider', 'text'],
    ['shop', 'text'],
    ['provider_payment', 'text'],
    ['document', 'text'],
    ['receipt', 'text'],
    ...shares,
  ],
  income: [
    ['period', 'day'],
    ...money(
      'captured',
      'refunded',
      'charged_back',
      'turnover',
      'agent_fee',
      'own_sales',
      'parking',
      'reservation',
      'services',
      'plan_fees',
    ),
    ...money('compensation_cost', 'bank_cost', 'cashback', 'net_income'),
  ],
  account: [
    ['client', 'text'],
    ['phone', 'text'],
    ...money('opening', 'top_ups', 'charged', 'cashback', 'refunds', 'closing'),
  ],
  unique_clients: [
    ['location', 'text'],
    ['clients', 'count'],
    ['new_clients', 'count'],
    ['returning_clients', 'count'],
    ['sessions', 'count'],
    ['sessions_per_client', 'ratio'],
    ['energy', 'energy'],
    ['energy_per_client', 'energy'],
    ['amount', 'money'],
  ],
}

/** A column with its head in a language, with the unit. */
export const columnOf = (
  [key, kind]: readonly [ColumnKey, Kind],
  language: Language,
  currency: string,
): ReportColumn => ({ key, kind, head: headOf(texts[language].reportColumns[key], kind, language, currency) })

/** Columns of statistics by day: all measures of a day and a location. */
export const dayColumns: readonly [ColumnKey, Kind][] = [
  ['day', 'day'],
  ['location', 'text'],
  ...sessions,
  ...takings,
  ...ways,
  ...money('revenue'),
  ...shares,
]

/** The columns of a report. */
export const columnsOf = (
  mode: ReportMode,
  language: Language,
  currency: string,
  byMonth = false,
): ReportColumn[] =>
  columns[mode].map(([key, kind]) =>
    columnOf([key, key === 'period' && byMonth ? 'month' : kind], language, currency),
  )

function headOf(head: string, kind: Kind, language: Language, currency: string): string {
  if (kind === 'energy') return `${head}, ${texts[language].reportFiles.kWh}`
  return kind === 'money' ? `${head}, ${writing.currencySign(currency)}` : head
}
