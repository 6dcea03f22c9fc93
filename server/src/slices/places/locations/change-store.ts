import type { LocationChanges } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/schema/schema.ts'

/** Who has changed which fields of a location after one of its versions, the latest last: read from the audit log. */
export async function listChangesSince(db: Db, id: number, version: number): Promise<LocationChanges> {
  const { rows } = await sql<{
    at: Date
    manager_id: number | null
    first_name: string
    last_name: string
    email: string
    key: string | null
    fields: string[]
  }>`
    select a.at, a.manager_id, m.first_name, m.last_name, m.email, k.name as key,
      (select coalesce(jsonb_agg(key order by key), '[]') from jsonb_object_keys(a.after) as key where key <> 'version')
        as fields
    from audit_log_view a left join manager_view m on m.id = a.manager_id left join api_key_view k on k.id = a.api_key_id
    where a.subject_type = 'location' and a.subject_id = ${String(id)} and jsonb_typeof(a.after) = 'object'
      and (a.after ->> 'version')::integer > ${version}
    order by a.id desc limit 20`.execute(db)
  return rows.reverse().map(({ at, manager_id, first_name, last_name, email, key, fields }) => ({
    at: at.toISOString(),
    by: manager_id === null ? null : { id: manager_id, first_name, last_name, email, key },
    fields,
  }))
}
