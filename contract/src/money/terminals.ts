import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { nameRule } from '../base/rules.ts'
import { idOf } from '../base/subjects.ts'
import { providerRule } from './contracts.ts'
import { documentRule, shopRule } from './payments.ts'

export const terminalBody = z.object({
  name: nameRule,
  location_id: idOf('location'),
  provider: providerRule,
  market_shop_id: shopRule,
})

/** A payment terminal that books by itself what was paid at it. */
export const terminalSchema = z.object({
  id: z.number(),
  name: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  provider: z.string(),
  market_shop_id: z.string(),
  created_at: instant,
  /** when it last booked something */
  used_at: instant.nullable(),
})
export type Terminal = z.infer<typeof terminalSchema>

const administrator = ['administrator'] as const

export const terminals = {
  list: call({
    method: 'GET',
    path: 'terminals',
    summary: 'Payment terminals that may book payments, by location',
    roles: administrator,
    answer: z.array(terminalSchema),
  }),
  providers: call({
    method: 'GET',
    path: 'terminals/providers',
    summary:
      'The providers that a payment at a terminal may be booked of: those with an agreed commission, and those of terminals',
    roles: ['administrator', 'operator'],
    answer: z.array(z.string()),
  }),
  add: call({
    method: 'POST',
    path: 'terminals',
    summary: 'Let a payment terminal book payments of a location; its key is answered once',
    roles: administrator,
    body: terminalBody,
    answer: z.object({ terminal: terminalSchema, key: z.string() }),
    status: 201,
  }),
  revoke: call({
    method: 'DELETE',
    path: 'terminals/{id}',
    summary: 'Take a terminal’s key away; what it booked stays',
    roles: administrator,
    params: idParams,
    status: 204,
  }),
  pay: call({
    method: 'POST',
    path: 'terminal-payments',
    summary:
      'Book a session as paid at a terminal, which sends its key as the bearer token; sent again with the same document it is booked once',
    roles: 'public',
    body: z.object({
      order_id: z.number().int().positive(),
      /** kopecks, as they were paid: what the session costs */
      amount: z.number().int().min(1),
      document_number: documentRule,
    }),
    answer: z.object({ order_id: z.number(), amount: z.number(), document_number: z.string() }),
  }),
}
