import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type AttackName, attackNames } from './attacks.ts'

export interface FuzzOptions {
  minutes: number
  seed: string
  only: readonly AttackName[]
  pauseMs: number
}

export const help = `npm run fuzz -- [options]

  --minutes N      how long (1)
  --seed TEXT      what the values are drawn from; printed at the start
  --only A,B       some of: ${attackNames.join(', ')}
  --pause MS       a rest after each thing that is sent, for a machine that does other work (0)
  --help           show this

FUZZ_DATABASE_URL names a PostgreSQL server to use (a database is made there and dropped at the end) instead of a
throw-away one.
`

/** What the command line asks for; undefined when it asks for help. Throws an Error with one line on a bad option. */
export function readOptions(argv: string[]): FuzzOptions | undefined {
  const { values } = parseArgs({
    args: argv,
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string' },
      only: { type: 'string' },
      pause: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 10_000))
    throw new Error(`--minutes must be a number over 0, not ${values.minutes}`)
  const pauseMs = Number(values.pause)
  if (!(pauseMs >= 0 && pauseMs <= 60_000))
    throw new Error(`--pause must be milliseconds, not ${values.pause}`)
  const only = values.only?.split(',') ?? [...attackNames]
  const unknown = only.find((name) => !(attackNames as readonly string[]).includes(name))
  if (unknown !== undefined) throw new Error(`--only takes ${attackNames.join(', ')}, not ${unknown}`)
  return {
    minutes,
    pauseMs,
    seed: values.seed ?? randomBytes(6).toString('hex'),
    only: only as AttackName[],
  }
}
