import './lib/node-version.mjs'
import { generate } from './lib/build.mjs'
import { installAll } from './lib/install.mjs'
import { verdictOn } from './lib/mutation-verdict.mjs'
import { main, Refusal } from './lib/progress.mjs'

/** The share that must be noticed; docs/mutation.md tells of the rest. */
const leastPercent = 85

const percentOf = (part, all) => ((part * 100) / all).toFixed(1)

await main(async () => {
  await installAll()
  await generate()
  // its library is there only once the packages are installed
  const { areaNames, mutate } = await import('./lib/mutation.mjs')
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !areaNames.includes(name))
  if (unknown.length > 0)
    throw new Refusal(`No such area: ${unknown.join(', ')}. There are ${areaNames.join(', ')}.`)
  const verdicts = []
  for (const name of asked.length > 0 ? asked : areaNames) {
    verdicts.push({ name, ...verdictOn(await mutate(name)) })
  }
  for (const { name, killed, all, missed } of verdicts) {
    console.log(`\n${name}: ${killed} of ${all} noticed, ${percentOf(killed, all)} %`)
    for (const line of missed) console.log(`  ${line}`)
  }
  const killed = verdicts.reduce((sum, one) => sum + one.killed, 0)
  const all = verdicts.reduce((sum, one) => sum + one.all, 0)
  console.log(
    `\n${killed} of ${all} mutants noticed: ${percentOf(killed, all)} %, at least ${leastPercent} % asked for`,
  )
  if (killed * 100 < all * leastPercent) process.exitCode = 1
})
