import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'
import { currentPassword } from '../base/rules.ts'

/** waiting: no server has begun it; canceled ones are gone */
const fullExportStates = ['waiting', 'running', 'ready'] as const

export const fullExportSchema = z.object({
  id: z.number(),
  state: z.enum(fullExportStates),
  with_secrets: z.boolean(),
  created_at: instant,
  /** tables that are written, of how many */
  tables_done: z.number(),
  tables: z.number(),
  rows: z.number(),
  /** bytes of its files so far */
  size: z.number(),
  ready_at: instant.nullable(),
  /** when its files are removed */
  expires_at: instant.nullable(),
})
export type FullExport = z.infer<typeof fullExportSchema>

const exporters = ['administrator', 'manager'] as const

/** Everything in files: of the whole network for administrators, of the own locations for managers. */
export const fullExports = {
  list: call({
    method: 'GET',
    path: 'full-exports',
    summary: 'The full exports that the caller has ordered and that are still there, newest first',
    roles: exporters,
    answer: z.array(fullExportSchema),
  }),
  begin: call({
    method: 'POST',
    path: 'full-exports',
    summary:
      'Have everything written to files: of the whole network for administrators, of the own locations for managers; a mail says when it is ready',
    roles: exporters,
    body: z.object({
      current_password: currentPassword.optional(),
      /** secrets, sealed under SECRET_KEY; of a whole network only */
      with_secrets: z.boolean().default(false),
    }),
    answer: z.object({ id: z.number() }),
    status: 201,
  }),
  link: call({
    method: 'POST',
    path: 'full-exports/{id}/link',
    summary: 'A link to the files as one archive (tar), good for one minute and one use',
    roles: exporters,
    params: idParams,
    body: z.object({ current_password: currentPassword.optional() }),
    answer: z.object({ url: z.string() }),
  }),
  remove: call({
    method: 'DELETE',
    path: 'full-exports/{id}',
    summary: 'Cancel a full export, or remove its files before they expire',
    roles: exporters,
    params: idParams,
    answer: z.object({}),
  }),
}
