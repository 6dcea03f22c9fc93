import type { CommandStatus, OrderDetails, SignedVerdict, SignedWhy } from '@stationmaster/contract'
import { commandStatuses, signedVerdicts, signedWhys } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../../../i18n/use-code.ts'
import { useFormat } from '../../../../../i18n/use-format.ts'
import type { Tone } from '../../../../../ui/figures/status.tsx'
import { isKnownEvent, type KnownEvent, type Line } from './chronology.ts'

const answers = [
  'remote_start_tx_response',
  'remote_stop_tx_response',
  'start_tx_response',
  'stop_tx_response',
  'reserve_now_response',
  'cancel_reservation_response',
  'change_tariff_response',
  'priority_response',
  'set_display_message_response',
  'clear_display_message_response',
] as const
/** calls that may have been unfinished when the server stopped */
const sendings = ['remote_start_tx_response', 'remote_stop_tx_response'] as const
const payments = [
  'agreed_by_link',
  'agreed_by_code',
  'agreed_by_card',
  'agreed_by_account',
  'agreed_by_tag',
  'payment_declined',
  'service_sold',
  'service_refused',
  'holded_amount',
  'succeeded_amount',
  'canceled_amount',
  'borne_amount',
  'refunded_amount',
  'refund_refused',
  'debt_charged',
  'debt_booked_cash',
  'debt_booked_terminal',
  'paid_at_station',
  'not_paid_at_station',
  'parking_begun',
  'parking_ended',
  'charged_back_amount',
  'card_check_held',
  'card_check_released',
  'card_check_refused',
  'booked_terminal',
  'booked_cash',
  'booked_compensation',
  'receipt_income',
  'receipt_income_return',
  'receipt_failed',
] as const
const limits = ['amount', 'energy', 'time', 'percent'] as const
const refusals = ['rollback', 'jump'] as const
const evidence = ['transaction_unknown', 'connector_free', 'stop_refused', 'booted'] as const
/** events that name the key of a meter */
const withKeys: readonly string[] = ['signed_checked', 'meter_key_reported', 'meter_key_changed']
const losses = ['lost', 'silent', 'refused', 'closed', 'unwatched'] as const

/** Calls of staff and drivers; drivers make them on the page of their link. */
const byDrivers = ['connector_start', 'connector_stop', 'order_canceled'] as const
const isDriver = ({ event, request_endpoint }: Line) => request_endpoint === 'pay' && among(byDrivers, event)

const among = <T extends string>(words: readonly T[], word: string): word is T =>
  (words as readonly string[]).includes(word)
const isAnswer = (event: KnownEvent) => among(answers, event)
const accepted = (status: string | null | undefined) =>
  !status || status === 'Accepted' || status === 'Scheduled'

/** A line of the chronology as text: a title, a line of facts, and a text that may be long. */
export interface EntryWords {
  title: string
  facts: string[]
  /** when it arrived, if it was late */
  late: string | null
  text: string | null
  tone: Tone
}

const kindTones = { ocpp: 'blue', payment: 'violet', order: 'gray', api: 'gray', logs: 'gray' } as const

/** Gives the text of a chronology line, in the shown language and in people's units. */
export function useEntryWords(): (line: Line, order: OrderDetails) => EntryWords {
  const { t } = useTranslation()
  const format = useFormat()
  const code = useCode()
  const title = useTitle()
  const facts = useFacts()

  const late = ({ created_at, received_at }: Line): string | null => {
    if (!received_at) return null
    const [happened, arrived] = [new Date(created_at), new Date(received_at)]
    const sameDay = format.when(happened, 'day') === format.when(arrived, 'day')
    return t('order.fact.late', { time: format.when(arrived, sameDay ? 'timeSeconds' : 'fullSeconds') })
  }

  return (line, order) => {
    const tagged =
      line.event === 'remote_start_tx_request' ||
      line.event === 'stop_tx_request' ||
      withKeys.includes(line.event)
    const said = line.event === 'receipt_failed' && line.text ? code('receipt', line.text) : line.text
    const text = [line.request_post, tagged ? null : said].filter(Boolean).join(' · ')
    return {
      title: title(line),
      facts: facts(line, order),
      late: late(line),
      text: text || null,
      tone: toneOf(line),
    }
  }
}

/** What happened. */
function useTitle(): (line: Line) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (line) => {
    const { event } = line
    if (!isKnownEvent(event)) return event
    if (isDriver(line)) return t(`order.byDriver.${event as (typeof byDrivers)[number]}`)
    if (event === 'controller_log') return t(`order.logSource.${line.source ?? 'vendor'}`)
    if (line.status === 'unanswered' && among(sendings, event)) return t(`order.unanswered.${event}`)
    if (among(answers, event)) {
      return accepted(line.status) ? t(`order.accepted.${event}`) : t(`order.refused.${event}`)
    }
    if (among(payments, event)) {
      const value = line.holded_value ?? line.value
      return `${t(`order.event.${event}`)} ${typeof value === 'number' ? format.money(value) : ''}`.trim()
    }
    return t(`order.event.${event}`)
  }
}

/** What is known of it: figures of the session, the answer, the reason. */
function useFacts(): (line: Line, order: OrderDetails) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const outcome = useOutcome()
  const reason = useReason()
  const kwh = (wh: number) => `${format.number(wh / 1000, 3)} ${t('units.kwh')}`

  const meters = ({ energy, power, soc, voltage, current }: NonNullable<Line['meters']>): string[] => [
    ...(energy ? [kwh(energy.value)] : []),
    ...(power ? [`${format.number(power.value / 1000, 1)} ${t('units.kw')}`] : []),
    ...(soc ? [`${format.number(soc.value, Number.isInteger(soc.value) ? 0 : 1)} %`] : []),
    ...(voltage ? [`${format.number(voltage.value)} ${t('units.volt')}`] : []),
    ...(current ? [`${format.number(current.value)} ${t('units.ampere')}`] : []),
  ]

  const returned = ({ created_at, gone_at, late_count }: Line): string[] => [
    ...(gone_at
      ? [
          t('order.fact.gone', {
            duration: format.duration((Date.parse(created_at) - Date.parse(gone_at)) / 1000),
          }),
        ]
      : []),
    ...(late_count ? [t('order.fact.lateCount', { count: late_count, n: format.number(late_count) })] : []),
  ]

  const logged = ({ level, connector_id }: Line): string[] => [
    ...(level ? [t(`console.level.${level}`)] : []),
    typeof connector_id === 'number'
      ? t('console.log.ofConnector', { number: connector_id })
      : t('console.log.station'),
  ]

  return (line, order) => [
    ...(line.event === 'created_at' ? [t('order.fact.price', { price: format.money(order.tariff) })] : []),
    ...(line.event === 'created_at' && order.tariff_version_id !== null
      ? [t('order.fact.tariffVersion', { id: order.tariff_version_id })]
      : []),
    ...(line.transaction_id ? [t('order.fact.transaction', { id: line.transaction_id })] : []),
    ...(line.plug_and_charge ? [t('order.fact.plugAndCharge')] : []),
    ...(typeof line.meter_start === 'number'
      ? [t('order.fact.meter', { value: kwh(line.meter_start) })]
      : []),
    ...(typeof line.meter_stop === 'number' ? [t('order.fact.meter', { value: kwh(line.meter_stop) })] : []),
    ...(typeof line.station_cost === 'number'
      ? [t('order.fact.stationCost', { amount: format.money(line.station_cost) })]
      : []),
    ...(line.meters ? meters(line.meters) : []),
    ...outcome(line),
    ...reason(line),
    ...(line.event === 'connection_returned' ? returned(line) : []),
    ...(line.event === 'controller_log' ? logged(line) : []),
    ...(line.event === 'remote_start_tx_request' && line.text
      ? [t('order.fact.tag', { tag: line.text })]
      : []),
    ...(line.event === 'stop_tx_request' && line.text ? [t('order.fact.tag', { tag: line.text })] : []),
    ...(withKeys.includes(line.event) && line.text ? [t('order.fact.key', { key: line.text })] : []),
    ...(line.app_type ? [[line.app_type, line.app_version].filter(Boolean).join(' ')] : []),
  ]
}

/** The status of a connector, or the answer to a request. */
function useOutcome(): (line: Line) => string[] {
  const { t } = useTranslation()
  const code = useCode()
  return ({ event, status: word }) => {
    if (!word) return []
    if (event === 'signed_checked')
      return [among<SignedVerdict>(signedVerdicts, word) ? t(`enums.signedVerdict.${word}`) : word]
    if (event === 'connector_status') return [code('status', word)]
    if (among<CommandStatus>(commandStatuses, word)) return [t(`enums.commandStatus.${word}`)]
    if (isKnownEvent(event) && isAnswer(event) && accepted(word)) return []
    return [code('outcome', word)]
  }
}

/** Why it happened. */
function useReason(): (line: Line) => string[] {
  const { t } = useTranslation()
  const code = useCode()
  return ({ kind, event, reason: word }) => {
    if (!word) return []
    if (kind === 'payment') return [code('decline', word)]
    if (event === 'limit_reached') return [among(limits, word) ? t(`order.limitReached.${word}`) : word]
    if (event === 'signed_checked')
      return [among<SignedWhy>(signedWhys, word) ? t(`enums.signedWhy.${word}`) : word]
    if (event === 'meter_values') return [among(refusals, word) ? t(`order.refusedReading.${word}`) : word]
    if (event === 'ended_by_evidence' || event === 'card_freed')
      return [among(evidence, word) ? t(`order.evidence.${word}`) : word]
    if (event === 'connection_lost') return [among(losses, word) ? t(`order.lostBy.${word}`) : word]
    if (event === 'connection_returned') return [t('order.fact.replaced')]
    return [code(event === 'boot_notification' ? 'boot' : 'stopReason', word)]
  }
}

const bad: readonly string[] = [
  'payment_declined',
  'refund_refused',
  'card_check_refused',
  'receipt_failed',
  'hold_refused',
  'start_timed_out',
  'lost',
  'ended_by_evidence',
  'connection_lost',
]
const levelTones = { debug: 'gray', info: 'gray', warning: 'orange', error: 'red' } as const

/** The colour of a line's dot: green or red for answers, red for problems, else the colour of its kind. */
function toneOf({ kind, event, status, reason, response_code, level }: Line): Tone {
  if (typeof response_code === 'number') return response_code >= 400 ? 'red' : 'green'
  if (bad.includes(event) || (event === 'connector_status' && status === 'Faulted')) return 'red'
  if (event === 'signed_checked')
    return status === 'checked' ? 'green' : status === 'wrong' || status === 'differs' ? 'red' : 'orange'
  if (event === 'meter_key_changed') return 'orange'
  if (event === 'meter_values' && reason) return 'orange'
  if (event === 'connection_returned') return 'green'
  if (level) return levelTones[level]
  if (event === 'limit_reached' || event === 'boot_notification') return 'orange'
  if (isKnownEvent(event) && isAnswer(event)) return accepted(status) ? 'green' : 'red'
  return kindTones[kind]
}
