import '../lib/provide/node-version.mjs'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generate } from '../lib/build.mjs'
import { leastNoticed, percentOf, tableWith } from '../lib/mutation/mutation-table.mjs'
import { verdictOn } from '../lib/mutation/mutation-verdict.mjs'
import { main, Refusal } from '../lib/progress.mjs'
import { installAll } from '../lib/provide/install.mjs'
import { at, root } from '../lib/root.mjs'

const shareOf = ({ killed, all }) => (all === 0 ? 'nothing to change' : `${percentOf(killed, all)} %`)

/** Whether a word names a part: by its whole name, its folder, or the last piece of its name. */
const isNamedBy = (name, word) => name === word || name.startsWith(`${word}/`) || name.endsWith(`/${word}`)

await main(async () => {
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean', default: false }, minutes: { type: 'string' } },
  })
  await installAll()
  // their libraries are there only once the packages are installed
  const { partsOf } = await import('../lib/mutation/mutation-parts.mjs')
  const { MutationResults, standingOf } = await import('../lib/mutation/mutation-results.mjs')
  const parts = partsOf(root)
  const unknown = words.filter((word) => !parts.some(({ name }) => isNamedBy(name, word)))
  if (unknown.length > 0)
    throw new Refusal(
      `No such part: ${unknown.join(', ')}. There are ${parts.map(({ name }) => name).join(', ')}.`,
    )
  const chosen = parts.filter(({ name }) => words.length === 0 || words.some((word) => isNamedBy(name, word)))
  const results = new MutationResults(root, at('mutation', 'results'))
  if (!values.list) await run(chosen, results, Number(values.minutes ?? Number.POSITIVE_INFINITY))
  const standings = chosen.map((part) => standingOf(part, results))
  if (!values.list) writeTable(parts, standings)
  for (const { missed } of standings) for (const line of missed) console.log(line)
  console.log()
  for (const one of standings)
    console.log(
      `${one.name}: ${one.killed} of ${one.all} noticed, ${shareOf(one)}, ${one.tried} of ${one.runs} runs`,
    )
  const short = standings.filter(({ killed, all }) => killed * 100 < all * leastNoticed)
  for (const { name } of short) console.log(`${name} is below ${leastNoticed} %`)
  if (short.length > 0) process.exitCode = 1
})

/** Keeps in the repository what came of the parts that were tried to their end. */
function writeTable(parts, standings) {
  const path = at('scripts', 'lib', 'mutation', 'results.csv')
  const names = parts.map(({ name }) => name)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  writeFileSync(path, tableWith(before, names, standings, new Date().toISOString().slice(0, 10)))
}

/** Tries what has no result that holds; begins no further run after so many minutes. */
async function run(parts, results, minutes) {
  await generate()
  const { mutate } = await import('../lib/mutation/mutation.mjs')
  const ends = Date.now() + minutes * 60_000
  const open = parts.flatMap(({ name, runs }) =>
    runs.map((one, i) => ({ one, name, label: `${name} ${i + 1} of ${runs.length}` })),
  )
  const untried = open.filter(({ one }) => results.find(one) === undefined)
  for (const [i, { one, name, label }] of untried.entries()) {
    if (Date.now() > ends) {
      console.log(`${untried.length - i} runs are left for another time`)
      return
    }
    console.log(`\n${label} (${i + 1} of ${untried.length} runs): ${one.files.join(', ')}`)
    const known = `${name}/${one.files[0]}`.replaceAll('/', '-')
    try {
      const verdict = await results.making(one, async () => verdictOn(await mutate(one, known)))
      console.log(`${label}: ${verdict.killed} of ${verdict.all} noticed, ${shareOf(verdict)}`)
    } catch (error) {
      // one whose tests fail as they are is no reason to leave out the others
      process.exitCode = 1
      console.log(`${label}: ${error.message}`)
    }
  }
}
