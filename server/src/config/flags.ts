import { ConfigError } from './config-error.ts'

/** demo: a living network; empty: demo accounts only; serve: production. */
export type Mode = 'serve' | 'demo' | 'empty'

/** What is said behind the command that starts a server. */
export interface Flags {
  mode: Mode
  /** the SECRET_KEY is taken for the database's from now on */
  newSecretKey: boolean
  /** the start brings the database up to date; false: `npm run migrate` has done so */
  migrates: boolean
  /** when the command was begun that runs the server, in milliseconds since 1970; null: it was run by itself */
  begunAtMs: number | null
  /** whether the web application is still being built by the process that runs the server, and it says when it is there */
  awaitsWeb: boolean
  /** variables that the flags set, before those of the environment */
  given: { PORT?: string }
}

/** the command that runs the server says so when it was begun itself: what it did before counts as the start too */
const begunFlag = '--begun='

const known = '--demo, --empty, --port N, --new-secret-key, --no-migrate and --check'

export function readFlags(argv: readonly string[]): Flags {
  const flags: Flags = {
    mode: 'serve',
    newSecretKey: false,
    migrates: true,
    begunAtMs: null,
    awaitsWeb: false,
    given: {},
  }
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i]
    if (flag === '--demo' && flags.mode !== 'empty') flags.mode = 'demo'
    else if (flag === '--empty') flags.mode = 'empty'
    else if (flag === '--new-secret-key') flags.newSecretKey = true
    else if (flag === '--no-migrate') flags.migrates = false
    else if (flag === '--port') flags.given.PORT = argv[++i] ?? ''
    else if (flag?.startsWith('--port=')) flags.given.PORT = flag.slice('--port='.length)
    else if (flag === '--awaits-web') flags.awaitsWeb = true
    else if (flag?.startsWith(begunFlag)) flags.begunAtMs = Number(flag.slice(begunFlag.length)) || null
    else if (flag !== '--demo') throw new ConfigError(`Unknown option ${flag}; there are ${known}.`)
  }
  const { PORT } = flags.given
  if (PORT !== undefined && !/^\d+$/.test(PORT)) throw new ConfigError('--port needs a number.')
  return flags
}
