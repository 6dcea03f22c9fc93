import { buildAll } from './build.mjs'
import { overBudget } from './outcome/budgets.mjs'
import { staleBundling } from './outcome/bundling.mjs'
import { contractingMigrations } from './outcome/expanding.mjs'
import { beyondBounds } from './outcome/measures.mjs'
import { brokenReleases } from './outcome/releases.mjs'
import { step } from './progress.mjs'
import { at, root } from './root.mjs'
import { brokenPages } from './rules/district-rules.mjs'
import { brokenImports } from './rules/import-rules.mjs'
import { brokenRules } from './rules/source-rules.mjs'
import { strayTables } from './rules/table-rules.mjs'
import { CommandFailed, mustRun, programs } from './run.mjs'
import { brokenDocs } from './words/docs-rules.mjs'
import { brokenTranslations } from './words/translation-rules.mjs'
import { strickenWords } from './words/word-rules.mjs'

const node = (...args) => mustRun(process.execPath, args)
const none = (find) => async () => {
  const broken = await find(root)
  if (broken.length > 0) throw new CommandFailed('the check', 1, broken.join('\n'))
}

async function types() {
  await node(at('ocpp/scripts/generate-types.mjs'))
  await node(programs.tsc, '-b')
}

const checks = [
  ['Build', () => buildAll((_name, work) => work())],
  ['Types', types],
  [
    'Format and lint',
    () => node(programs.biome, 'check', '--error-on-warnings', '--max-diagnostics=50', '.'),
  ],
  ['Types: web application', () => node(programs.tsc, '-p', at('web'), '--noEmit')],
  ['Types: build of the web application', () => node(programs.tsc, '-p', at('web/tsconfig.build.json'))],
  ['Types: browser stories', () => node(programs.tsc, '-p', at('e2e'), '--noEmit')],
  ['Files of the web application', none(staleBundling)],
  ['Translations', none(brokenTranslations)],
  ['Words', none(strickenWords)],
  ['Import rules', none(brokenImports)],
  ['Measures', none(beyondBounds)],
  ['Pages of the districts', none(brokenPages)],
  ['Dead code', () => node(programs.knip)],
  ['Source rules', none(brokenRules)],
  ['Tables and their owners', none(strayTables)],
  // their libraries are there only once the packages are installed
  ['Syntax rules', none(async (folder) => (await import('./rules/syntax-rules.mjs')).brokenSyntax(folder))],
  [
    'What servers remember',
    none(async (folder) => (await import('./rules/memory/memory-rules.mjs')).strayMemory(folder)),
  ],
  [
    'Regular expressions',
    none(async (folder) => (await import('./rules/pattern-rules.mjs')).slowPatterns(folder)),
  ],
  ['Documents', none(brokenDocs)],
  ['Releases', none(brokenReleases)],
  ['Migrations that older servers can bear', none(contractingMigrations)],
  ['Budgets of a start', none(overBudget)],
]

/** Runs every check, the build first since the others read what it writes; gives { passed, failed, failures }. */
export async function runChecks() {
  let passed = 0
  const failures = []
  for (const [name, work] of checks) {
    try {
      await step(name, work)
      passed++
    } catch (error) {
      const message = error instanceof CommandFailed ? error.output.trim() : String(error?.stack ?? error)
      console.log(message)
      failures.push({ file: 'check', title: name, message: message.slice(-2000) })
    }
  }
  return { passed, failed: failures.length, failures }
}
