import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Folders that tools write, by their name or by their path. */
const writtenNames = new Set(['node_modules', 'dist', 'generated', '.git', 'test-results'])
const writtenPaths = new Set([
  'data',
  'screens',
  'statements',
  'mutation',
  'bench/results',
  'playwright-report',
])

/** Whether a folder, or one that holds it, is written by tools. */
export const isWritten = (path) =>
  path
    .split('/')
    .some((name, i, names) => writtenNames.has(name) || writtenPaths.has(names.slice(0, i + 1).join('/')))

/** Every file below a folder that `wanted` takes, as { path, source }; paths are relative to it, with forward slashes. */
export const readFiles = (folder, wanted) =>
  listFiles(folder)
    .filter(wanted)
    .map((path) => ({ path, source: readFileSync(join(folder, path), 'utf8') }))

/** The paths of every file below a folder but what tools have written, relative to it, with forward slashes. */
export function listFiles(folder) {
  const found = []
  const visit = (current) => {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const full = join(current, entry.name)
      const path = relative(folder, full).split(sep).join('/')
      if (!entry.isDirectory()) found.push(path)
      else if (!isWritten(path)) visit(full)
    }
  }
  visit(folder)
  return found
}

/** TypeScript and plain JavaScript, but what a tool has written. */
export const isCode = (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.(gen|d)\.ts$/.test(path)

/** Tests and what only they use. */
export const isTest = (path) =>
  /\.(test|fixtures)\.(ts|tsx|mjs)$|(^|\/)testing\.ts$|-for-tests\.ts$|(^|\/)story\//.test(path)
