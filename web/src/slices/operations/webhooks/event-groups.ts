import type { WebhookEventType } from '@stationmaster/contract'

/** Events as people look for them. */
export const eventGroups = {
  sessions: [
    'order.started',
    'order.completed',
    'order.failed',
    'reservation.created',
    'reservation.ended',
    'review.created',
  ],
  money: [
    'order.corrected',
    'payment.captured',
    'payment.refunded',
    'payment.failed',
    'receipt.registered',
    'tariff.published',
    'statement.issued',
  ],
  stations: [
    'station.online',
    'station.offline',
    'station.booted',
    'connector.status_changed',
    'fault.opened',
    'fault.closed',
    'firmware.finished',
    'incident.opened',
    'incident.acknowledged',
    'incident.closed',
  ],
  network: [
    'location.updated',
    'driver.registered',
    'partner.connected',
    'partner.suspended',
    'partner.withdrawn',
  ],
} as const satisfies Record<string, readonly WebhookEventType[]>

export const groupNames = Object.keys(eventGroups) as (keyof typeof eventGroups)[]
