import { z } from 'zod'
import { call } from './call.ts'

export const managers = {
  list: call({
    method: 'GET',
    path: 'managers',
    summary: 'Managers, for owner pickers',
    roles: ['administrator'],
    answer: z.array(
      z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), email: z.string() }),
    ),
    counted: true,
  }),
}
