import '../lib/provide/node-version.mjs'
import { readFileSync } from 'node:fs'
import { directDependencies, judge, keptBehind } from '../lib/outcome/outdated.mjs'
import { main, Refusal, step } from '../lib/progress.mjs'
import { at } from '../lib/root.mjs'
import { run } from '../lib/run.mjs'

// Says which direct dependencies are two majors behind the newest version that the registry has, whatever version of Node that needs, and
// ends with 1 where docs/decisions/0001-libraries.md gives no reason for one.

const atOnce = 6

const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'))

/** The newest version of a package, from the registry through npm. Without an answer it refuses with npm's own message. */
async function newestOf(name) {
  const { code, output } = await run('npm', ['view', name, 'dist-tags.latest', '--json', '--loglevel=error'])
  const [, newest] = /"(\d+\.\d+\.\d+[^"]*)"\s*$/.exec(output) ?? []
  if (code === 0 && newest) return newest
  const why = output.match(/npm error (?!code|A complete log).*/)?.[0] ?? output.trim()
  throw new Refusal(
    `The registry could not be asked about ${name}, so nothing is known of what is outdated: ${why}`,
  )
}

async function askAll(dependencies) {
  const left = [...dependencies]
  const answers = []
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift())
      answers.push({ ...next, newest: await newestOf(next.name) })
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return answers.sort((a, b) => (a.name < b.name ? -1 : 1))
}

await main(async () => {
  const root = read('package.json')
  const manifests = [root, ...root.workspaces.map((folder) => read(`${folder}/package.json`))]
  const dependencies = directDependencies(manifests)
  const answers = await step(`Asking for the newest of ${dependencies.length} packages`, () =>
    askAll(dependencies),
  )
  const decision = readFileSync(at('docs/decisions/0001-libraries.md'), 'utf8')
  const { kept, undecided } = judge(answers, keptBehind(decision))
  for (const { name, version, newest, why } of kept)
    console.log(`${name} ${version}, newest ${newest}: kept, ${why}`)
  for (const { name, version, newest } of undecided)
    console.log(`${name} ${version}, newest ${newest}: two majors behind, and decision 1 does not say why`)
  if (undecided.length > 0)
    throw new Refusal('Update or replace these, or say under "Kept behind" why they stay.')
  console.log(kept.length === 0 ? 'Nothing is two majors behind.' : 'Nothing else is two majors behind.')
})
