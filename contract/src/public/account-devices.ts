import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'

/** Where a browser's push service takes messages, of its PushSubscription, which was made with `push_key`. */
export const pushSubscriptionBody = z.object({
  endpoint: z.string().max(1000),
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
})
export type PushSubscribed = z.output<typeof pushSubscriptionBody>

const driverDeviceSchema = z.object({
  /** in each of its notices */
  id: z.number(),
  /** browser and system, e.g. `Chrome, Android`; empty: not known */
  name: z.string(),
  since: instant,
})
export type DriverDevice = z.output<typeof driverDeviceSchema>

const driverDevicesSchema = z.object({
  /** what a browser subscribes with; null: this network sends no notices */
  push_key: z.string().nullable(),
  devices: z.array(driverDeviceSchema),
})
export type DriverDevices = z.output<typeof driverDevicesSchema>

/** The devices that a driver has notified of every session. */
export const driverDevices = {
  list: call({
    method: 'GET',
    path: 'driver/me/devices',
    summary: 'The devices that get notices of the driver’s sessions, newest first',
    roles: 'driver',
    answer: driverDevicesSchema,
  }),
  add: call({
    method: 'POST',
    path: 'driver/me/devices',
    summary:
      'Send this browser notices of every session: that it has ended or could not begin, that an idle fee is near, and that a price could not be charged; five devices at most, a sixth replaces the oldest',
    roles: 'driver',
    body: pushSubscriptionBody,
    answer: z.object({ id: z.number() }),
  }),
  remove: call({
    method: 'DELETE',
    path: 'driver/me/devices/{id}',
    summary: 'Send a device no more notices',
    roles: 'driver',
    params: idParams,
    status: 204,
  }),
}
