import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

export type RootKind = 'v2g' | 'mo' | 'oem'

export interface RootRow {
  id: number
  kind: RootKind
  /** SHA-256, hexadecimal */
  fingerprint: string
  subject: string
  notBefore: Date
  notAfter: Date
  pem: string
  addedAt: Date
  /** the name of who has added it */
  addedBy: string | null
}

/** All root certificates, by kind and name. */
export async function listRoots(db: Db): Promise<RootRow[]> {
  const { rows } = await sql<RootRow>`
    select r.id, r.kind, r.fingerprint, r.subject, r.not_before as "notBefore", r.not_after as "notAfter", r.pem,
      r.added_at as "addedAt", nullif(trim(concat_ws(' ', m.first_name, m.last_name)), '') as "addedBy"
    from plug_and_charge_roots r left join manager_view m on m.id = r.added_by order by r.kind, r.subject, r.id`.execute(
    db,
  )
  return rows
}

/** The certificates of one kind, PEM. */
export async function listRootPems(db: Db, kind: RootKind): Promise<string[]> {
  const { rows } = await sql<{ pem: string }>`
    select pem from plug_and_charge_roots where kind = ${kind} order by id`.execute(db)
  return rows.map(({ pem }) => pem)
}

/** Keeps a root certificate; undefined: it is there already. */
export async function insertRoot(
  tx: Db,
  { kind, fingerprint, subject, notBefore, notAfter, pem, addedAt }: Omit<RootRow, 'id' | 'addedBy'>,
  addedBy: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into plug_and_charge_roots (kind, fingerprint, subject, not_before, not_after, pem, added_at, added_by)
    values (${kind}, ${fingerprint}, ${subject}, ${notBefore}, ${notAfter}, ${pem}, ${addedAt}, ${addedBy})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export type RemovedRoot = Pick<RootRow, 'kind' | 'fingerprint' | 'subject'>

/** Removes a root certificate; undefined: there is none. */
export async function removeRoot(tx: Db, id: number): Promise<RemovedRoot | undefined> {
  const { rows } = await sql<RemovedRoot>`
    delete from plug_and_charge_roots where id = ${id} returning kind, fingerprint, subject`.execute(tx)
  return rows[0]
}

/** As what a root certificate is there, by its fingerprint. */
export async function listKinds(db: Db, fingerprint: string): Promise<RootKind[]> {
  const { rows } = await sql<{ kind: RootKind }>`
    select kind from plug_and_charge_roots where fingerprint = ${fingerprint} order by kind`.execute(db)
  return rows.map(({ kind }) => kind)
}
