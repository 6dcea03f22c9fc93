import { z } from 'zod'
import { call, idParams } from '../base/call.ts'
import { stationColumns, stationOrders } from '../base/enums.ts'
import { stationChoice } from './station-choice.ts'

export const savedViewBody = z.object({
  name: z.string().trim().min(1).max(60),
  /** filters of GET stations */
  choice: z.object(stationChoice),
  /** null: the usual order */
  order_by: z.enum(stationOrders).nullable(),
  /** null: the usual columns */
  columns: z.array(z.enum(stationColumns)).max(stationColumns.length).nullable(),
  /** visible to everybody; only administrators share */
  shared: z.boolean(),
  /** the list opens with this view, only for its owner */
  opens: z.boolean(),
})

const savedView = savedViewBody.extend({
  id: z.number(),
  can: z.object({ change: z.boolean() }),
})
export type SavedView = z.infer<typeof savedView>

const staff = ['administrator', 'manager', 'operator'] as const

/** Saved views of the list of stations; everybody sees their own, and those that administrators share. */
export const savedViews = {
  list: call({
    method: 'GET',
    path: 'saved-views',
    summary: "The caller's saved views of the list of stations and those that are shared, by name",
    roles: staff,
    answer: z.array(savedView),
  }),
  add: call({
    method: 'POST',
    path: 'saved-views',
    summary: 'Save a view of the list of stations; only administrators share one',
    roles: staff,
    body: savedViewBody,
    answer: savedView,
    status: 201,
  }),
  change: call({
    method: 'PUT',
    path: 'saved-views/{id}',
    summary: "Change a view of one's own; administrators change those of others that are shared",
    roles: staff,
    params: idParams,
    body: savedViewBody,
    answer: savedView,
  }),
  remove: call({
    method: 'DELETE',
    path: 'saved-views/{id}',
    summary: 'Forget a saved view',
    roles: staff,
    params: idParams,
    status: 204,
  }),
}
