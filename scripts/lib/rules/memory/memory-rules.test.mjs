import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { strayMemory } from './memory-rules.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationmaster-memory-'))
  write('server/src/slices/tables.json', '{ "platform": { "tables": ["nodes"] } }')
  write(
    'server/src/platform/nodes/bus.ts',
    "export type Topic = 'command' | 'close'\nexport type Broadcast = 'live'\n",
  )
  list({})
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path, source) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}
const list = (entries) => write('server/src/memory.json', JSON.stringify(entries))
const unlisted = (path, name) =>
  `server/src/${path}: ${name} is kept in memory and is not in server/src/memory.json`

/** What the rule finds in one source. */
function foundIn(source) {
  write('server/src/a.ts', source)
  return strayMemory(folder).map((line) => /: (\S+) is kept/.exec(line)?.[1] ?? line)
}

test('variables of a module are found: containers that change, and whatever is set again', () => {
  expect(
    foundIn(`
      const known = new Map<string, number>()
      export const seen = new Set(['a'])
      const callers = new WeakMap<object, string>()
      const queue: string[] = []
      let turn: Promise<void> = Promise.resolve()
      const words = new Set(['yes', 'no'])
      const list = ['a', 'b']
      export function put() {
        known.set('a', 1)
        seen.add('b')
        queue.push('c')
      }
    `),
  ).toEqual(['callers', 'known', 'queue', 'seen', 'turn'])
})

test('fields are found: containers that change, are replaced or cleared, and timers', () => {
  expect(
    foundIn(`
      class A {
        private readonly known = new Map<string, number>()
        #waiting: string[] = []
        later: Map<string, string>
        timer: NodeJS.Timeout | undefined
        #beat: NodeJS.Timeout | undefined
        readonly words = ['a', 'b']
        recent = new LRUCache({ max: 10 })
        count = 0
        constructor() { this.later = new Map() }
        start() {
          this.#beat = setInterval(() => this.flush(), 10).unref()
          this.timer ??= setTimeout(() => this.flush(), 10)
        }
        flush() {
          this.known.clear()
          this.#waiting = []
          this.recent.set('a', 1)
          this.count += 1
        }
      }
    `),
  ).toEqual(['#beat', '#waiting', 'known', 'later', 'recent', 'timer'])
})

test('what a function keeps for the functions that it returns is found; what is over when it returns is none', () => {
  expect(
    foundIn(`
      import { setTimeout as delay, setInterval } from 'node:timers/promises'
      export function open() {
        const known = new Map()
        const sums = new Map()
        ;[1, 2].forEach((one) => sums.set(one, one))
        const own = []
        own.push(1)
        const at = delay(5)
        const beats = setInterval(5)
        return { put: (key) => known.set(key, sums) }
      }
    `),
  ).toEqual(['known'])
})

test('a name in one function is not that of another', () => {
  expect(
    foundIn(`
      const one = () => { const known = new Map(); return () => known.get('a') }
      const two = () => { const known = new Map(); return () => known.set('a', 1) }
    `),
  ).toEqual(['known'])
  expect(
    foundIn(
      "const one = () => { const known = new Map(); return known }\nconst two = (known) => () => known.set('a', 1)\n",
    ),
  ).toEqual([])
})

test('tests, stories and what a file reads without keeping it are left alone', () => {
  const held = 'const known = new Map()\nexport const put = () => known.set(1, 1)\n'
  write('server/src/a.test.ts', held)
  write('server/src/story/world.ts', held)
  write('web/src/a.ts', held)
  expect(strayMemory(folder)).toEqual([])
  write('server/src/b/c.ts', held)
  expect(strayMemory(folder)).toEqual([unlisted('b/c.ts', 'known')])
})

test('what is listed with a reason is right, several names at once too', () => {
  write('server/src/a.ts', 'let a = 1\nlet b = 2\nlet c = 3\nlet d = 4\nconst kept = 5\n')
  list({
    'a.ts': {
      'a, b': 'table nodes: the database decides',
      c: 'topics command, live: others are told',
      d: 'stale 5 s: it is read again',
      kept: 'own: one for each server',
    },
  })
  expect(strayMemory(folder)).toEqual([])
})

test('what is listed and gone, and a reason that is none, are named', () => {
  write('server/src/a.ts', 'let a = 1\nlet b = 2\nlet c = 3\nlet d = 4\n')
  list({
    'a.ts': {
      a: 'table notes: the database decides',
      b: 'topic lives: others are told',
      'c, gone': 'own:',
      d: 'somehow right',
    },
    'b.ts': { a: 'own: one for each server' },
  })
  const words = 'a reason begins with "table ...", "topic ...", "stale 5 s" or "own", and a colon'
  expect(strayMemory(folder)).toEqual([
    'server/src/memory.json: a.ts a: there is no table notes',
    'server/src/memory.json: a.ts b: there is no topic lives',
    `server/src/memory.json: a.ts c: ${words}`,
    'server/src/memory.json: a.ts has no gone',
    `server/src/memory.json: a.ts gone: ${words}`,
    `server/src/memory.json: a.ts d: ${words}`,
    'server/src/memory.json: there is no file b.ts',
  ])
})
