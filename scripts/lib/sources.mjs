import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'generated', 'data', 'screens', '.git', 'test-results'])

/** Every file below a folder that `wanted` takes, as { path, source }; paths are relative to it, with forward slashes. */
export function readFiles(folder, wanted) {
  const found = []
  const visit = (current) => {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const full = join(current, entry.name)
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) visit(full)
        continue
      }
      const path = relative(folder, full).split(sep).join('/')
      if (wanted(path)) found.push({ path, source: readFileSync(full, 'utf8') })
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
