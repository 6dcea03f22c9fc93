import { type Payload, record } from '../link/payload.ts'
import type { Core } from '../station/core.ts'

const formats = new Set(['ASCII', 'UTF8', 'URI'])

/** Answers SetDisplayMessage; the message is shown until it is cleared (2.0.1 part 2, O01). */
export function setDisplayMessage(core: Core, { message }: Payload): Payload {
  const info = record(message)
  const { id, transactionId } = info
  if (!formats.has(String(record(info.message).format))) return { status: 'NotSupportedMessageFormat' }
  const runs = core.connectors.some(({ transaction }) => transaction?.id === transactionId)
  if (transactionId !== undefined && !runs) return { status: 'UnknownTransaction' }
  core.shown.set(Number(id), info)
  return { status: 'Accepted' }
}

/** Answers GetDisplayMessages and tells those that are meant (2.0.1 part 2, O03). */
export function getDisplayMessages(core: Core, { id, requestId, priority, state }: Payload): Payload {
  const ids = Array.isArray(id) ? id : null
  const messageInfo = [...core.shown.values()].filter(
    (info) =>
      (!ids || ids.includes(info.id)) &&
      (priority === undefined || info.priority === priority) &&
      (state === undefined || info.state === state),
  )
  if (messageInfo.length === 0) return { status: 'Unknown' }
  core.soon(() => core.note('NotifyDisplayMessages', { requestId, messageInfo, tbc: false }))
  return { status: 'Accepted' }
}

/** Answers ClearDisplayMessage (2.0.1 part 2, O05). */
export function clearDisplayMessage(core: Core, { id }: Payload): Payload {
  return { status: core.shown.delete(Number(id)) ? 'Accepted' : 'Unknown' }
}

/** Answers CostUpdated: the cost stands at the connector whose transaction it is (2.0.1 part 2, I02). */
export function costUpdated(core: Core, { totalCost, transactionId }: Payload): Payload {
  const connector = core.connectors.find(({ transaction }) => transaction?.id === transactionId)
  if (connector?.transaction) connector.transaction.shownCost = Number(totalCost)
  return {}
}
