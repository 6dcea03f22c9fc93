import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../root.mjs'

/** What a script loads before it does anything, with all that this loads; what is loaded later by `import()` is left out. */
function loaded(file, found = new Map()) {
  if (found.has(file)) return found
  const named = [
    ...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:[^'"]*? from )?'([^']+)'$/gm),
  ].map(([, name]) => name)
  found.set(file, named)
  for (const name of named.filter((one) => one.startsWith('.'))) loaded(join(dirname(file), name), found)
  return found
}

test.each([
  'start',
  'serve',
  'build',
  'test',
  'check',
  'dev',
])('%s begins in a clone without packages', (name) => {
  const files = loaded(at(`scripts/${name}.mjs`))
  expect(files.size).toBeGreaterThan(3)
  const packages = [...files].flatMap(([file, names]) =>
    names.filter((one) => !/^(node:|\.)/.test(one)).map((one) => `${file}: ${one}`),
  )
  expect(packages).toEqual([])
})
