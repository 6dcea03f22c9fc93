import { afterAll } from 'vitest'

const folder = process.env.RECORD_STATEMENTS

if (folder) {
  const { recordStatements, writeStatements } = await import('./record.mjs')
  recordStatements()
  afterAll(() => writeStatements(folder))
}
