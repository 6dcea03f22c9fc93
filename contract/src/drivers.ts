import { z } from 'zod'
import { call, idParams, page } from './call.ts'

export const driverSchema = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  tokens: z.array(z.object({ token: z.string(), blocked: z.boolean() })),
})

const cardPayment = z.enum(['account', 'terminal', 'cash'])

/** Drivers (the spec's users) and the RFID cards that they charge with. */
export const drivers = {
  list: call({
    method: 'GET',
    path: 'drivers',
    summary: 'Drivers, newest first',
    roles: ['administrator'],
    query: z.object({ ...page(50, 500), search: z.string().trim().max(100).optional() }),
    answer: z.array(driverSchema),
    counted: true,
  }),
  add: call({
    method: 'POST',
    path: 'drivers',
    summary: 'Add a driver',
    roles: ['administrator'],
    body: z.object({
      first_name: z.string().trim().min(1).max(100),
      last_name: z.string().trim().max(100).default(''),
      phone: z.string().trim().max(30).nullish(),
      email: z.string().trim().max(254).nullish(),
      tokens: z.array(z.string().trim().min(1).max(36)).max(20).default([]),
    }),
    answer: driverSchema,
    status: 201,
  }),
  addToken: call({
    method: 'POST',
    path: 'id-tokens',
    summary: 'Register an RFID card, with or without a driver',
    roles: ['administrator'],
    body: z.object({
      token: z.string().trim().min(1).max(36),
      driver_id: z.number().int().positive().nullish(),
      /** how what it starts is paid: on its driver's account, or at the terminal or with the cashier whose card it is */
      payment_method_type: cardPayment.default('account'),
    }),
    answer: z.object({
      token: z.string(),
      driver_id: z.number().nullable(),
      blocked: z.boolean(),
      payment_method_type: cardPayment,
    }),
    status: 201,
  }),
  blockToken: call({
    method: 'POST',
    path: 'drivers/{id}/block',
    summary: 'Block or unblock every card of a driver',
    roles: ['administrator'],
    params: idParams,
    body: z.object({ blocked: z.boolean() }),
    answer: driverSchema,
  }),
}
