import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { minutesOf, soak } from '../soak/soak.ts'

const help = `npm run bench -- soak [options]   two servers under a bad network, with restarts of all that they stand on

  --minutes 60        how long cars come; some minutes more until the last has gone
  --stations 1000     how many, of both versions in turn
  --seed 1            of cars and faults
  --json FILE         where the result is written, instead of bench/results/soak.json
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    stations: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(help)
else {
  const { minutes, stations, seed } = values
  const result = await soak({ minutes: Number(minutes), stations: Number(stations), seed })
  const file = values.json ?? fileURLToPath(new URL('../../results/soak.json', import.meta.url))
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`written to ${file} after ${minutesOf(performance.now())} minutes`)
  process.exit(result.faults.length > 0 ? 1 : 0)
}
