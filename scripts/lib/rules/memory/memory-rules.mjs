import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode, isTest, readFiles } from '../../reading/sources.mjs'
import { memoryOf } from './memory.mjs'

const root = 'server/src/'
const list = 'server/src/memory.json'
const bus = 'server/src/platform/nodes/bus.ts'
const within = (path) => path.startsWith(root) && isCode(path) && !isTest(path)

/** How an entry may begin, before its colon: what makes it right where several servers run. */
const kinds = /^(?:tables? (?<tables>[\w, ]+)|topics? (?<topics>[\w, ]+)|stale \d+ (?:ms|s|min)|own): \S/

/**
 * Compares what the server's modules and objects keep in memory with the list of it, which says for each what makes it right where
 * several servers run on one database; gives one line for each that is not listed, is not there any more, or has no such reason.
 */
export function strayMemory(folder) {
  const listed = JSON.parse(readFileSync(join(folder, list), 'utf8'))
  const isKnown = knownNames(folder)
  const broken = []
  const files = new Map(readFiles(folder, within).map((file) => [file.path.slice(root.length), file]))
  for (const [name, file] of files) {
    const own = new Map(Object.entries(listed[name] ?? {}).flatMap(namesOf))
    const { held, names } = memoryOf(file)
    for (const one of held.filter((name) => !own.has(name)))
      broken.push(`${file.path}: ${one} is kept in memory and is not in ${list}`)
    for (const [one, reason] of own) {
      if (!names.has(one)) broken.push(`${list}: ${name} has no ${one}`)
      const wrong = wrongIn(reason, isKnown)
      if (wrong) broken.push(`${list}: ${name} ${one}: ${wrong}`)
    }
  }
  for (const name of Object.keys(listed))
    if (!files.has(name)) broken.push(`${list}: there is no file ${name}`)
  return broken
}

/** An entry may name several variables of a file that have one reason. */
const namesOf = ([names, reason]) => names.split(', ').map((name) => [name, reason])

/** What is wrong with a reason, or undefined. */
function wrongIn(reason, isKnown) {
  const found = kinds.exec(reason)
  if (!found) return 'a reason begins with "table ...", "topic ...", "stale 5 s" or "own", and a colon'
  const { tables = '', topics = '' } = found.groups
  const named = [
    ...tables.split(', ').map((name) => ['table', name]),
    ...topics.split(', ').map((name) => ['topic', name]),
  ]
  const [kind, name] = named.find(([kind, name]) => name && !isKnown[kind].has(name)) ?? []
  return name && `there is no ${kind} ${name}`
}

/** The tables of the database, and the topics of the messages between servers. */
function knownNames(folder) {
  const owners = JSON.parse(readFileSync(join(folder, 'server/src/slices/tables.json'), 'utf8'))
  const path = join(folder, bus)
  const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const types = [...source.matchAll(/^export type (?:Topic|Broadcast) = (.*)$/gm)].map(([, type]) => type)
  return {
    table: new Set(Object.values(owners).flatMap(({ tables }) => tables)),
    topic: new Set(types.flatMap((type) => [...type.matchAll(/'(\w+)'/g)].map(([, name]) => name))),
  }
}
