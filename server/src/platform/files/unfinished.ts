import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode } from '../../config/config.ts'

const noteIn = (dataDir: string): string => join(dataDir, 'demo-unfinished')
/** what a demo makes in the folder; the secret key outlasts it */
const made = ['database', 'files', 'sandbox']

/**
 * Makes way for a demo whose first start was ended half-way: it begins anew, and `say` tells so. Notes where one begins, until
 * `finishDemo`. Only what that start has made itself is ever removed, and nothing once the folder was used in another way.
 */
export function beginFolder(dataDir: string, mode: Mode, say: (line: string) => void): void {
  const note = noteIn(dataDir)
  if (mode !== 'demo') {
    rmSync(note, { force: true })
    return
  }
  if (existsSync(note)) {
    say('The first start was ended before the demo stood: it is made anew.')
    for (const name of made) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  if (!existsSync(join(dataDir, 'database'))) writeFileSync(note, '')
}

/** The demo stands: from now on its folder is kept, whatever happens. */
export const finishDemo = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true })
