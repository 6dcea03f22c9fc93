import { productVersion } from '../../general/version.ts'
import { StartError } from '../database-fault.ts'

/** The database does not fit this program; the message is the one line that a person reads. */
export class MigrationError extends StartError {}

/** A migration that only adds: servers of every version work with what it leaves. */
export const everyVersion = '0.0.0'

/** A migration as the database has it. */
export interface Applied {
  number: number
  name: string
  hash: string
  /** the oldest version whose servers work since; null, or not there in a database of 0.1.0: nobody has looked */
  works_from?: string | null
}

/**
 * The migrations that a database lacks. One that this version does not know, because a newer one has applied it, is accepted where
 * servers of this version work with what it leaves. Throws MigrationError where they do not, and where an applied one has changed.
 */
export function missingOf<M extends Pick<Applied, 'number' | 'name' | 'hash'>>(
  applied: readonly Applied[],
  migrations: readonly M[],
  version = productVersion,
): M[] {
  const done = new Set(applied.map(({ number }) => number))
  const missing = migrations.filter(({ number }) => !done.has(number))
  const known = new Map(migrations.map((file) => [file.number, file]))
  for (const { number, name, hash, works_from: worksFrom } of applied) {
    const file = known.get(number)
    if (file && file.hash !== hash)
      throw new MigrationError(`Migration ${file.name} was changed after it was applied.`)
    if (file) continue
    // a version that came later knows all of those before it
    if (!worksFrom || missing.length > 0)
      throw new MigrationError(
        `The database has migration ${name}, which this program does not know. Start a newer one.`,
      )
    if (isOlder(version, worksFrom))
      throw new MigrationError(
        `The database has migration ${name}, with which servers work from version ${worksFrom} on, and this is ${version}. Start a newer one.`,
      )
  }
  return missing
}

/** Whether a version of three numbers came before another one. */
function isOlder(version: string, other: string): boolean {
  const [major, minor, patch] = numbersOf(version)
  const [otherMajor, otherMinor, otherPatch] = numbersOf(other)
  return (major - otherMajor || minor - otherMinor || patch - otherPatch) < 0
}

function numbersOf(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [major, minor, patch]
}
