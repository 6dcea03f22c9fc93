import type { CarPart } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** The certificate that a station shows to cars. */
export interface CarCertificateRow {
  station_id: string
  /** of ISO 15118, by whose rules it is */
  part: CarPart
  number: number
  location_name: string
  issuedAt: Date
  notAfter: Date
  /** the station's word for it; null: not answered yet */
  status: string | null
  online: boolean
}

/** The last certificate by each part of ISO 15118 that was signed for each station to show to cars, those that end first before; at most 500. */
export async function listCarCertificates(db: Db): Promise<CarCertificateRow[]> {
  const { rows } = await sql<CarCertificateRow>`
    select c.station_id, case when c.iso15118_20 then 20 else 2 end as part, s.number, l.name as location_name, c.issued_at as "issuedAt", c.not_after as "notAfter", c.status,
      p.connection_id is not null as online
    from (select distinct on (station_id, iso15118_20) station_id, iso15118_20, issued_at, not_after, status
      from station_certificates where for_cars order by station_id, iso15118_20, id desc) c
    join stations s on s.id = c.station_id and s.deleted_at is null
    left join station_presence p on p.station_id = s.id
    join location_view l on l.id = s.location_id
    order by c.not_after, c.station_id, part limit 500`.execute(db)
  return rows
}
