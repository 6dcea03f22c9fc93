import { parseArgs } from 'node:util'
import { versions as allVersions, type Scenario, type Version } from '../stations/load-spec.ts'

export interface Options {
  only: Scenario | undefined
  /** of the sessions; everything else is the same in both */
  versions: readonly Version[]
  runs: number
  windowSeconds: number
  json: string | undefined
  profile: string | undefined
  strict: boolean
}

export const help = `npm run bench -- [options]
npm run bench -- lists [--calls 200] [--strict]   the lists of a network of 20,000 stations
npm run bench -- wall [--calls 20] [--strict]     the wall of such a network while it changes
npm run bench -- journal [--calls 200] [--strict] the console of a station with 1,000,000 frames
npm run bench -- batch [--help]                   where the time of one batch goes
npm run bench -- energy [--help]                  what a site's control delivers in a day
npm run bench -- incidents [--help]               all stations lose their links and come back
npm run bench -- drivers [--help]                 200 drivers who pay and charge at once
npm run bench -- roaming-chaos [--help]           a partner away amid sessions, and everybody killed
npm run bench -- size [--help]                    what a million sessions take on disk
npm run bench -- start [--help]                   what a start takes, beside one of another revision

  --only heartbeat|session|storm|hold   one scenario instead of all
  --ocpp 1.6|2.0.1|2.1                  sessions of one version instead of all
  --quick                               1 run of 3 s instead of the medians of 3 runs of 5 s
  --json FILE                           write the figures there instead of to bench/results/
  --profile FOLDER                      write a processor profile of the server there
  --strict                              end with code 1 when a target is missed
  --help                                show this

BENCH_DATABASE_URL names a PostgreSQL server to use (a database is made there and dropped at the end) instead of a
throw-away one.
`

/** What the command line asks for; undefined when it asks for help. Throws an Error with one line on a bad option. */
export function readOptions(argv: string[]): Options | undefined {
  const { values } = parseArgs({
    args: argv,
    options: {
      only: { type: 'string' },
      ocpp: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const version = oneOf('--ocpp', values.ocpp, allVersions)
  return {
    only: oneOf('--only', values.only, ['heartbeat', 'session', 'storm', 'hold'] as const),
    versions: version ? [version] : allVersions,
    runs: values.quick ? 1 : 3,
    windowSeconds: values.quick ? 3 : 5,
    json: values.json,
    profile: values.profile,
    strict: values.strict,
  }
}

function oneOf<T extends string>(
  name: string,
  given: string | undefined,
  allowed: readonly T[],
): T | undefined {
  const found = allowed.find((one) => one === given)
  if (given === undefined || found) return found
  throw new Error(`${name} must be ${allowed.join(' or ')}, not ${given}`)
}
