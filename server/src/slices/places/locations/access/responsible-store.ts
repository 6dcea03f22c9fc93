import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { Addressee } from '../../../people/managers/store.ts'

/** A location's settings for mails about silent stations. */
export interface SilenceTerms {
  locationId: number
  name: string
  timeZone: string
  /** null: no mails */
  silenceMinutes: number | null
}

export async function listSilenceTerms(db: Db, ids: readonly number[]): Promise<Map<number, SilenceTerms>> {
  const { rows } = await sql<SilenceTerms>`
    select id as "locationId", concat_ws(', ', name, nullif(city, '')) as name, time_zone as "timeZone",
      silence_minutes as "silenceMinutes"
    from locations where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((one) => [one.locationId, one]))
}

/** People responsible for a location who want these mails: its owner, its assigned managers and the administrators. */
export async function listResponsible(db: Db, locationId: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select m.email, m.language from manager_mail_view m
    where m.silence_mails and (m.role = 'administrator'
      or m.id = (select owner_id from locations where id = ${locationId})
      or m.role = 'manager' and m.id in (select manager_id from location_managers where location_id = ${locationId}))
    order by m.id`.execute(db)
  return rows
}
