import { z } from 'zod'
import { sentInstant } from '../base/bounds.ts'
import { call, idParams, instant, textIdParams } from '../base/call.ts'

/** Planned maintenance of a station: its time does not count in the uptime, and nobody is alarmed. */
export const maintenanceSchema = z.object({
  id: z.number(),
  state: z.enum(['planned', 'running']),
  starts_at: instant,
  ends_at: instant,
  note: z.string(),
  takes_out: z.boolean().describe('The station is out of operation meanwhile'),
})
export type Maintenance = z.infer<typeof maintenanceSchema>

export const maintenanceBody = z.object({
  whole_location: z.boolean().default(false).describe('All stations of the location, and not this one alone'),
  starts_at: sentInstant,
  ends_at: sentInstant,
  note: z.string().trim().max(300).default(''),
  takes_out: z.boolean().default(false),
})

export type MaintenanceBody = z.input<typeof maintenanceBody>

const responsible = ['administrator', 'manager'] as const

export const maintenances = {
  list: call({
    method: 'GET',
    path: 'stations/{id}/maintenances',
    summary: 'Maintenance of a station that runs or is planned, in order',
    roles: ['administrator', 'manager', 'operator'],
    params: textIdParams,
    answer: z.array(maintenanceSchema),
  }),
  plan: call({
    method: 'POST',
    path: 'stations/{id}/maintenances',
    summary:
      'Plan maintenance of a station, or of all at its location; one that begins in the past begins at once',
    roles: responsible,
    params: textIdParams,
    body: maintenanceBody,
    answer: z.array(maintenanceSchema).describe('What is planned for the station now'),
    status: 201,
  }),
  end: call({
    method: 'POST',
    path: 'maintenances/{id}/end',
    summary: 'End maintenance that runs, or take back what is planned',
    roles: responsible,
    params: idParams,
    status: 204,
  }),
}
