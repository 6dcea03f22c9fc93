import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenSyntax } from './syntax-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-syntax-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

const spread = 'a literal that is spread where it stands: write its properties'

test('no object literal is spread where it stands, whatever is around it', () => {
  write(
    'server/src/a.ts',
    'const one = {\n  ...{ a, b },\n  c,\n}\nconst two = { ...({ kind: 1 } as const) }\n',
  )
  write('web/src/a.tsx', 'const b = (\n  <Row {...{ a, b }} c />\n)\n')
  write('scripts/a.mjs', 'const a = { ...{} }\n')
  expect(brokenSyntax(folder)).toEqual([
    `scripts/a.mjs:1: ${spread}`,
    `server/src/a.ts:2: ${spread}`,
    `server/src/a.ts:5: ${spread}`,
    `web/src/a.tsx:2: ${spread}`,
  ])
})

test('spreads of what is known by name, of lists, and of what is there under a condition are left alone', () => {
  write(
    'server/src/a.ts',
    "const a = { ...known, ...(b ? { c } : {}), ...at({ d }), e: [...[1, 2]], f: '...{ g }' } // ...{ h }\n",
  )
  write('web/src/a.tsx', 'const b = <Row {...props} {...(c ? { d } : {})} />\n')
  expect(brokenSyntax(folder)).toEqual([])
})
