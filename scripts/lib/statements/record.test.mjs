import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgresQueryCompiler, RawNode, ValueNode } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { recordStatements, writeStatements } from './record.mjs'
import { keyOf, readStatements } from './recorded.mjs'

const compile = (parts, ...given) =>
  new PostgresQueryCompiler().compileQuery(
    RawNode.create(
      parts,
      given.map((value) => ValueNode.create(value)),
    ),
    {},
  )
const template = (parts) => Object.assign([...parts], { raw: parts })

test('each statement of a template is kept once, under its fixed parts; other statements are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  const { compileQuery } = PostgresQueryCompiler.prototype
  onTestFinished(() => {
    if (!process.env.RECORD_STATEMENTS) PostgresQueryCompiler.prototype.compileQuery = compileQuery
    rmSync(folder, { recursive: true, force: true })
  })
  recordStatements()
  const parts = template(['select\n   ', ' from recorded'])
  compile(parts, 1)
  compile(parts, 2)
  compile(parts)
  compile(['select raw'])
  writeStatements(folder)
  compile(template(['select later']))
  writeStatements(folder)
  const found = readStatements(folder)
  expect([...found.get(keyOf(['select ', ' from recorded']))]).toEqual([
    'select\n   $1 from recorded',
    'select\n    from recorded',
  ])
  expect([...found.get('select later')]).toEqual(['select later'])
  expect(found.has('select raw')).toBe(false)
})
