import {
  type Call,
  connectorSchema,
  contract,
  driverWordSchema,
  fiscalReceiptSchema,
  orderDetailsSchema,
  priceChangeSchema,
  stationTaskStateSchema,
  type WebhookEventType,
} from '@stationmaster/contract'
import { z } from 'zod'

/** What an event is about, by the ids that it is found with. */
export interface Subject {
  objectId: string
  /** what it is read with: the order of a receipt, the station of a connector */
  parentId: string | null
}

/** An object that events carry: what a call of the interface answers, or one thing in it. */
export interface ObjectKind {
  name: string
  call: Call
  /** the id in the call's path */
  idOf(subject: Subject): string
  schema: z.ZodType
  /** undefined: it is not there any more */
  pick(answer: unknown, subject: Subject): unknown
}

const own = ({ objectId }: Subject): string => objectId
const parent = ({ objectId, parentId }: Subject): string => parentId ?? objectId

/** An object that is the whole answer of a call. */
const whole = (name: string, call: Call, schema: z.ZodType = call.answer): ObjectKind => ({
  name,
  call,
  idOf: own,
  schema,
  pick: (answer) => answer,
})

type Listed = { id: number | string }

const listed = (items: readonly Listed[], { objectId }: Subject): unknown =>
  items.find(({ id }) => String(id) === objectId)

const order: ObjectKind = {
  ...whole('order', contract.orders.details, orderDetailsSchema),
  pick: (answer) => (answer as { order: unknown }).order,
}
const station = whole('station', contract.stations.get)
const payment = whole('payment', contract.payments.get)
const incident = whole('incident', contract.incidents.get)
const partner = whole('partner', contract.roamingPartners.get)
const connector: ObjectKind = {
  name: 'connector',
  call: contract.stations.get,
  idOf: parent,
  schema: connectorSchema,
  pick: (answer, subject) =>
    listed(
      (answer as { evses: { connectors: Listed[] }[] }).evses.flatMap(({ connectors }) => connectors),
      subject,
    ),
}
const receipt: ObjectKind = {
  name: 'receipt',
  call: contract.receipts.ofOrder,
  idOf: parent,
  schema: fiscalReceiptSchema,
  pick: (answer, subject) => listed((answer as { receipts: Listed[] }).receipts, subject),
}
const firmware: ObjectKind = {
  name: 'firmware_update',
  call: contract.stationTasks.state,
  idOf: own,
  schema: stationTaskStateSchema.shape.firmware.unwrap(),
  pick: (answer) => (answer as { firmware: unknown }).firmware ?? undefined,
}
const price: ObjectKind = {
  name: 'price_change',
  call: contract.tariffs.ofLocation,
  idOf: parent,
  schema: priceChangeSchema,
  pick: (answer, subject) => listed((answer as { changes: Listed[] }).changes, subject),
}
const review: ObjectKind = {
  name: 'review',
  call: contract.feedback.ofOrder,
  idOf: parent,
  schema: driverWordSchema,
  pick: (answer, subject) => listed(answer as Listed[], subject),
}

/** The version of an event's body; a change that breaks a receiver makes the next one. */
export const apiVersion = 1

/** What each event carries. Who may read an object may hear of it: the call's roles and scope are those of its events. */
export const eventKinds: Record<WebhookEventType, { object: ObjectKind; says: string }> = {
  'order.started': { object: order, says: 'Energy may flow for an order' },
  'order.completed': { object: order, says: 'A session has ended' },
  'order.failed': { object: order, says: 'An order has ended without a session' },
  'order.corrected': { object: order, says: 'The money of an order that had ended was posted anew' },
  'reservation.created': { object: order, says: 'A connector is held for an order' },
  'reservation.ended': { object: order, says: 'A connector is held for an order no more' },
  'payment.captured': { object: payment, says: 'Money was taken for an order' },
  'payment.refunded': { object: payment, says: 'Money of an order was paid back' },
  'payment.failed': { object: payment, says: 'A payment or a refund of an order was refused' },
  'receipt.registered': { object: receipt, says: 'The till has registered a receipt' },
  'station.online': { object: station, says: 'A station has connected' },
  'station.offline': { object: station, says: 'A station has lost its connection' },
  'station.booted': { object: station, says: 'A station has booted' },
  'connector.status_changed': { object: connector, says: 'A connector has another status' },
  'fault.opened': { object: connector, says: 'A connector reports a fault' },
  'fault.closed': { object: connector, says: 'A connector reports its fault no more' },
  'firmware.finished': { object: firmware, says: 'A firmware update has ended, well or not' },
  'location.updated': { object: whole('location', contract.locations.get), says: 'A location was changed' },
  'tariff.published': { object: price, says: 'A price was set, from now on or from later' },
  'review.created': { object: review, says: 'A driver has reviewed a session' },
  'driver.registered': { object: whole('driver', contract.drivers.get), says: 'There is a new driver' },
  'statement.issued': { object: whole('statement', contract.settlement.get), says: 'A statement was issued' },
  'partner.connected': { object: partner, says: 'A roaming partner is connected' },
  'partner.suspended': { object: partner, says: 'A roaming partner is suspended' },
  'partner.withdrawn': { object: partner, says: 'A roaming partner has gone' },
  'incident.opened': { object: incident, says: 'An incident was opened, or has come back' },
  'incident.acknowledged': { object: incident, says: 'Somebody looks after an incident' },
  'incident.closed': { object: incident, says: 'An incident is over' },
}

export const kindOf = (type: string): { object: ObjectKind; says: string } | undefined =>
  Object.entries(eventKinds).find(([name]) => name === type)?.[1]

/** Where the object is read: a path of the interface. */
export const pathOf = ({ call, idOf }: ObjectKind, subject: Subject): string =>
  `/api/v1/${call.path.replace('{id}', () => encodeURIComponent(idOf(subject)))}`

/** The body of an event, whatever its object is. */
const bodySchema = (type: WebhookEventType, data: z.ZodType) =>
  z.object({
    id: z.string().describe('Of the event: the same for every receiver'),
    type: z.literal(type),
    api_version: z.literal(apiVersion),
    created: z.string().describe('When it happened'),
    data,
    previous: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What was otherwise in the state before that this receiver was sent; null: it was sent none'),
  })

/** With the object, or thin: where to read it. */
export const bodySchemas = (type: WebhookEventType): { full: z.ZodType; thin: z.ZodType } => {
  const { object } = eventKinds[type]
  const common = {
    object_type: z.literal(object.name),
    object_id: z.string(),
    version: z
      .number()
      .describe('Grows with every state of the object that is sent; of two, the higher is the newer'),
  }
  return {
    full: bodySchema(type, z.object({ ...common, object: object.schema })),
    thin: bodySchema(type, z.object({ ...common, link: z.string() })),
  }
}
