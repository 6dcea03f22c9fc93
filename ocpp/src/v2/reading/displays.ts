import { type EventOf, type HandledAction, only } from '../../commands/actions.ts'
import { emptyAnswer } from '../../commands/common-actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { integer, list, record, text, withoutUndefined } from '../../messages/reading.ts'
import type {
  ShownText,
  StationSetting,
  TextFormat,
  TextLimits,
  TextPriority,
  TextState,
} from '../../station-event.ts'
import { keyOf, type WordsOf } from './words.ts'

type Message = Messages.MessageInfoType

const priorities: WordsOf<TextPriority, Message['priority']> = {
  always: 'AlwaysFront',
  front: 'InFront',
  normal: 'NormalCycle',
}
const formats: WordsOf<TextFormat, Message['message']['format']> = {
  ascii: 'ASCII',
  utf8: 'UTF8',
  html: 'HTML',
  uri: 'URI',
}
const states: WordsOf<TextState, NonNullable<Message['state']>> = {
  charging: 'Charging',
  faulted: 'Faulted',
  idle: 'Idle',
  unavailable: 'Unavailable',
}

export const messageOf = ({ textId, priority, format, state, ...shown }: ShownText): Message =>
  withoutUndefined<Message>({
    id: textId,
    priority: priorities[priority],
    state: state && states[state],
    startDateTime: shown.from,
    endDateTime: shown.until,
    transactionId: shown.transactionId,
    message: withoutUndefined<Message['message']>({
      format: formats[format],
      language: shown.language,
      content: shown.text,
    }),
    display: shown.evse === undefined ? undefined : { name: 'Display', evse: { id: shown.evse } },
  })

function shownOf(entry: unknown): ShownText {
  const { id, priority, state, startDateTime, endDateTime, transactionId, message, display } = record(entry)
  const { format, language, content } = record(message)
  return withoutUndefined<ShownText>({
    textId: Number(id),
    text: text(content) ?? '',
    format: keyOf(formats, format) ?? 'utf8',
    language: text(language),
    priority: keyOf(priorities, priority) ?? 'normal',
    state: keyOf(states, state),
    from: text(startDateTime),
    until: text(endDateTime),
    transactionId: text(transactionId),
    evse: integer(record(record(display).evse).id),
  })
}

/** NotifyDisplayMessages: a part of the texts that GetDisplayMessages requested (2.0.1 part 2, O03). */
export const notifyDisplayMessages: HandledAction = {
  treatment: 'handled',
  read: ({ requestId, tbc, messageInfo }): EventOf<'texts.reported'> => ({
    type: 'texts.reported',
    requestId: Number(requestId),
    more: tbc === true,
    texts: list(messageInfo).map(shownOf),
  }),
  write: (event): Messages.NotifyDisplayMessages => {
    const { requestId, more, texts } = only(event, 'texts.reported')
    return { requestId, tbc: more, messageInfo: texts.map(messageOf) }
  },
  ...emptyAnswer,
}

/** Of DisplayMessageCtrlr (2.0.1 part 2, chapter 3); lists of words are joined by commas. */
export function textLimitsOf(settings: readonly StationSetting[]): TextLimits | undefined {
  const own = settings.filter(({ component }) => component === 'DisplayMessageCtrlr')
  if (own.length === 0) return undefined
  const found = (variable: string) => own.find(({ name }) => name === variable)
  const words = (variable: string) =>
    found(variable)
      ?.value?.split(',')
      .map((word) => word.trim())
  return withoutUndefined<TextLimits>({
    texts: found('DisplayMessages')?.most,
    formats: words('SupportedFormats')?.flatMap((word) => keyOf(formats, word) ?? []),
    priorities: words('SupportedPriorities')?.flatMap((word) => keyOf(priorities, word) ?? []),
  })
}
