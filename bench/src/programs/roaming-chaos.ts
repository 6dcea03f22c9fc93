import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endAll } from '../processes/processes.ts'
import { chaos } from '../roaming/chaos.ts'
import { BenchDatabase } from '../seeding/database.ts'
import { openPostgres } from '../seeding/postgres.ts'

const help = `npm run bench -- roaming-chaos [options]   a partner away for an hour amid sessions, and kill -9 of everybody

  --sessions 500      how many its cards charge
  --at-once 40        how many of them at once
  --kills 30          how often a server or the partner is killed
  --ocpi 2.3.0        in which version, or 2.2.1
  --seed 1            of cars, kills and refunds
  --json FILE         where the result is written, instead of bench/results/roaming-chaos.json
`

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '500' },
    'at-once': { type: 'string', default: '40' },
    kills: { type: 'string', default: '30' },
    ocpi: { type: 'string', default: '2.3.0' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(help)
else {
  // what it has started ends with it
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const postgres = await openPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const { sessions, kills, ocpi, seed } = values
  const result = await chaos(database.url, {
    sessions: Number(sessions),
    atOnce: Number(values['at-once']),
    kills: Number(kills),
    version: ocpi === '2.2.1' ? '2.2.1' : '2.3.0',
    seed,
  })
  await database.drop()
  await endAll()
  const file = values.json ?? fileURLToPath(new URL('../../results/roaming-chaos.json', import.meta.url))
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  console.log(JSON.stringify(result, null, 2))
  console.log(`written to ${file}`)
  process.exit(result.faults.length > 0 ? 1 : 0)
}
