import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode } from '../../config/flags.ts'

const noteIn = (dataDir: string): string => join(dataDir, 'demo-unfinished')
/** what a demo makes in the folder; the secret key outlasts it */
const made = ['database', 'files', 'sandbox']

/**
 * Removes what a demo left whose first start was ended half-way, so that it begins again, and reports that to `say`. Marks the folder
 * while a first start runs, until `finishDemo`. Only what that start made is ever removed, and nothing once the folder was used
 * in another way.
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
