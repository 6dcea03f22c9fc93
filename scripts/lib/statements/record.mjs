import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresQueryCompiler } from 'kysely'

/** Of each template the statements that were made of it. */
const seen = new WeakMap()
let unwritten = []
let isRecording = false

/** What is kept of one template; statements with longer lists of parameters tell nothing more. */
const statementsMost = 20

/** From now on notes every distinct statement that this process makes of a template of SQL, with the template's fixed parts. */
export function recordStatements() {
  if (isRecording) return
  isRecording = true
  const { compileQuery } = PostgresQueryCompiler.prototype
  PostgresQueryCompiler.prototype.compileQuery = function (node, queryId) {
    const compiled = compileQuery.call(this, node, queryId)
    // what `sql.raw` and the query builder make has no template
    if (node.sqlFragments?.raw) note(node.sqlFragments, compiled.sql)
    return compiled
  }
}

function note(parts, text) {
  const texts = seen.get(parts) ?? new Set()
  seen.set(parts, texts)
  if (texts.size >= statementsMost || texts.has(text)) return
  texts.add(text)
  unwritten.push(JSON.stringify({ parts, text }))
}

/** Writes what was noted since the last time to this process's file in a folder. */
export function writeStatements(folder) {
  if (unwritten.length === 0) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${unwritten.join('\n')}\n`)
  unwritten = []
}
