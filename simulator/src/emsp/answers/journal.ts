import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Arrival } from '../objects.ts'
import { locations } from './locations.ts'
import { cdrs, sessions, tariffs } from './pushed.ts'
import type { Incoming, Parts, Reply } from './reply.ts'

/** Requests in a file, a line of JSON each: written before they are answered, so that a program that is killed keeps what it took. */
export interface Journal {
  write(arrival: Arrival): void
  close(): void
}

export function openJournal(file: string | undefined): Journal {
  if (file === undefined) return { write: () => undefined, close: () => undefined }
  const isTorn = existsSync(file) && !/(^|\n)$/.test(readFileSync(file, 'utf8'))
  const descriptor = openSync(file, 'a', 0o600)
  // the line that a kill cut off was not answered
  if (isTorn) writeSync(descriptor, '\n')
  return {
    write: (arrival) => void writeSync(descriptor, `${JSON.stringify(arrival)}\n`),
    close: () => closeSync(descriptor),
  }
}

/** The requests of earlier runs. */
export function requestsIn(file: string | undefined): Arrival[] {
  if (file === undefined || !existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').flatMap(arrivalIn)
}

function arrivalIn(line: string): Arrival[] {
  try {
    return [JSON.parse(line) as Arrival]
  } catch {
    return []
  }
}

const pushed: Partial<Record<string, (parts: Parts, incoming: Incoming) => Reply>> = {
  locations,
  tariffs,
  sessions,
  cdrs,
}

/** Takes again what a request of an earlier run brought. */
export function takeAgain(parts: Parts, arrival: Arrival): void {
  const { method, code, problems } = arrival
  // without an answer the work was done
  const wasTaken = problems.length === 0 && (code === 1000 || code === null)
  if (wasTaken && method !== 'GET') take(parts, arrival)
  parts.book.note(arrival)
}

function take(parts: Parts, { module, method, path: url, body }: Arrival): void {
  const { pathname, searchParams: query } = new URL(url, 'http://127.0.0.1')
  const [, named, , ...rest] = pathname.split('/').filter(Boolean)
  const version = parts.versions.find((one) => one === named)
  if (!version) return
  const path = rest.map(decodeURIComponent)
  // nobody is answered, so no address is needed
  pushed[module]?.({ ...parts, urlOf: () => '' }, { method, version, module, path, query, body })
}
