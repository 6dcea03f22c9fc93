import {
  type Cdr,
  codecOf,
  type Json,
  type OcpiVersion,
  read,
  type Session,
  write,
} from '@stationmaster/ocpi'

/** A session or a bill as it is kept: in the words of OCPI 2.3.0, as no version says more. */
export type Kept = { [name: string]: Json }

const words = codecOf('2.3.0')

export const keptSession = (session: Session): Kept => write(words.session, session) as Kept
export const keptCdr = (cdr: Cdr): Kept => write(words.cdr, cdr) as Kept

/** A bill that is kept. */
export const cdrOfKept = (kept: Kept): Cdr => valueIn(read(words.cdr, kept))

/** A session that is kept, in the words of a version. */
export const sessionIn = (version: OcpiVersion, kept: Kept): Json =>
  write(codecOf(version).session, valueIn(read(words.session, kept)))

/** A bill that is kept, in the words of a version. */
export const cdrIn = (version: OcpiVersion, kept: Kept): Json => write(codecOf(version).cdr, cdrOfKept(kept))

function valueIn<T>(reading: ReturnType<typeof read<T>>): T {
  // it was written by the same codec
  if (!reading.ok) throw new Error('what is kept for partners cannot be read')
  return reading.value
}
