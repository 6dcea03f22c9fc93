import '../lib/provide/node-version.mjs'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runnerImport } from 'vite'
import { main, Refusal } from '../lib/progress.mjs'
import { examplesIn, judged } from '../lib/reading/ocpi-examples.mjs'
import { at } from '../lib/root.mjs'

// Tries our schemas on each example that the standard publishes. `--version 2.2.1` for a checkout of that version; ends with 1 where an
// example breaks a schema and the example itself is not known to be wrong.

await main(async () => {
  const [folder, flag, wanted = '2.3.0'] = process.argv.slice(2)
  if (!folder || (flag !== undefined && flag !== '--version') || !existsSync(join(folder, 'examples')))
    throw new Refusal('npm run ocpi-examples -- FOLDER [--version 2.2.1], FOLDER a checkout of the standard')
  const { module: ocpi } = await runnerImport(at('ocpi/src/index.ts'))
  if (!ocpi.ocpiVersions.includes(wanted))
    throw new Refusal(`There are the versions ${ocpi.ocpiVersions.join(', ')}.`)
  const codec = { ...ocpi.codecOf(wanted), envelope: { reading: ocpi.envelope } }
  const counts = { valid: 0, ownFault: 0, broken: 0 }
  for (const example of examplesIn(resolve(folder))) {
    const result = example.kind ? ocpi.read(codec[example.kind], example.json) : { ok: false, faults: [] }
    const faults = result.ok ? [] : judged(example, result.faults)
    const own = faults.every(({ why }) => why)
    counts[faults.length === 0 ? 'valid' : own ? 'ownFault' : 'broken']++
    console.log(`${faults.length === 0 ? '✓' : own ? '~' : '✗'} ${example.name} (${example.kind})`)
    for (const { message, why } of faults)
      console.log(`    ${message}${why ? ` [of the example: ${why}]` : ''}`)
  }
  console.log(
    `OCPI ${wanted}: ${counts.valid} valid, ${counts.ownFault} with faults of their own, ${counts.broken} refused`,
  )
  if (counts.broken > 0) process.exitCode = 1
})
