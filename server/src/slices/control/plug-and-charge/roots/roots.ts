import type { X509Certificate } from 'node:crypto'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { readChain } from '../checking/chain.ts'
import { insertRoot, listKinds, type RootKind, removeRoot } from './root-store.ts'

interface By {
  caller: Caller
  remoteAddress: string
}

export interface RootParts {
  db: Db
  clock: Clock
}

/** A name of X.509 on one line: its parts, the last first. */
const onOneLine = (subject: string): string => subject.split('\n').toReversed().join(', ')

/** What we keep of a root certificate; throws root.unreadable, root.not_self_signed. */
function readRoot(pem: string): X509Certificate {
  const read = readChain(pem)
  const [root, ...more] = read ?? []
  if (!root || more.length > 0) throw new Failure('root.unreadable')
  if (!root.ca || !root.checkIssued(root) || !root.verify(root.publicKey))
    throw new Failure('root.not_self_signed')
  return root
}

const saidBy = (root: X509Certificate) => ({
  fingerprint: root.fingerprint256.replaceAll(':', '').toLowerCase(),
  subject: onOneLine(root.subject),
  notBefore: new Date(root.validFrom),
  notAfter: new Date(root.validTo),
})

/** What a root certificate says, and as what it is there already; throws root.unreadable, root.not_self_signed. */
export async function lookAtRoot({ db }: Pick<RootParts, 'db'>, pem: string) {
  const said = saidBy(readRoot(pem))
  return { ...said, present: await listKinds(db, said.fingerprint) }
}

/** Adds a root certificate; throws root.unreadable, root.not_self_signed, root.exists. */
export async function addRoot(
  { db, clock }: RootParts,
  { caller, remoteAddress }: By,
  { kind, pem }: { kind: RootKind; pem: string },
): Promise<void> {
  const root = readRoot(pem)
  const at = clock.now()
  const said = saidBy(root)
  const { fingerprint, subject } = said
  const kept = { kind, ...said, pem: root.toString(), addedAt: at }
  await inTransaction(db, async (tx) => {
    const id = await insertRoot(tx, kept, caller.id)
    if (id === undefined) throw new Failure('root.exists')
    const after = { kind, subject, fingerprint }
    const entry = { action: 'root.add', subjectType: 'root', subjectId: id, after }
    await audit(tx, { ...entry, caller, remoteAddress, at })
  })
}

/** Removes a root certificate: contracts that end at it charge no more. Throws root.not_found. */
export async function dropRoot(
  { db, clock }: RootParts,
  { caller, remoteAddress }: By,
  id: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await removeRoot(tx, id)
    if (!before) throw new Failure('root.not_found')
    const entry = { action: 'root.remove', subjectType: 'root', subjectId: id, before }
    await audit(tx, { ...entry, caller, remoteAddress, at: clock.now() })
  })
}
