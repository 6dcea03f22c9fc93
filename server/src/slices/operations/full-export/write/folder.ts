import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Note, type Sink, workshopName } from './notes.ts'

const notesName = 'progress.jsonl'

/** Whether a folder holds an export that is whole. */
export const isWhole = (folder: string): boolean => existsSync(join(folder, 'manifest.json'))

/** Writes an export to a folder of this machine; what was written there before a kill stays. */
export function folderSink(folder: string): Sink {
  const workshop = join(folder, 'workshop')
  rmSync(workshop, { recursive: true, force: true })
  mkdirSync(workshop, { recursive: true, mode: 0o700 })
  const notesPath = join(folder, notesName)
  const known = readNotes(notesPath)
  writeFileSync(notesPath, known.map((note) => `${JSON.stringify(note)}\n`).join(''))
  return {
    workshop,
    notes: async () => readNotes(notesPath),
    keep: async (note) => {
      for (const { path } of note.files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        renameSync(join(workshop, workshopName(path)), join(folder, path))
      }
      appendFileSync(notesPath, `${JSON.stringify(note)}\n`)
    },
    finish: async (files) => {
      for (const { path, text } of files) {
        const half = join(workshop, path)
        writeFileSync(half, text)
        renameSync(half, join(folder, path))
      }
      rmSync(workshop, { recursive: true, force: true })
      rmSync(notesPath, { force: true })
    },
  }
}

/** A kill may have cut the last line off. */
function readNotes(path: string): Note[] {
  if (!existsSync(path)) return []
  const notes: Note[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      if (line !== '') notes.push(JSON.parse(line) as Note)
    } catch {
      break
    }
  }
  return notes
}
