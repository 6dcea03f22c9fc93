import { dirname, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { stylesOf } from './mantine-styles.ts'

/** What everybody needs comes as one file; what visitors, drivers and staff see first, and need beyond it, as one each. */
const roots = [
  ['frame', /web[\\/]src[\\/]main\.tsx$/],
  [
    'landing',
    /web[\\/]src[\\/](layout[\\/]public[\\/]public-layout|pages[\\/]public[\\/]landing[\\/]landing-page)\.tsx$/,
  ],
  ['log-in', /web[\\/]src[\\/]pages[\\/]people[\\/]login[\\/]log-in-page\.tsx$/],
  ['drivers', /web[\\/]src[\\/]pages[\\/]public[\\/]pay[\\/]pay-page\.tsx$/],
  ['account', /web[\\/]src[\\/]pages[\\/]public[\\/]account[\\/]account-page\.tsx$/],
  ['network', /web[\\/]src[\\/]pages[\\/]public[\\/]network[\\/]place-page\.tsx$/],
  ['office', /web[\\/]src[\\/]layout[\\/]app-layout\.tsx$/],
  ['dashboard', /web[\\/]src[\\/]pages[\\/]figures[\\/]dashboard[\\/]dashboard-page\.tsx$/],
] as const

/** The pages of visitors and drivers: the office takes over what it shares with them, and nothing else of theirs. */
const outside: readonly string[] = ['landing', 'log-in', 'drivers', 'account', 'network']

/**
 * The public network shares a few small modules with the office beside the frame of all public pages, and a driver's account beside the
 * pages of single sessions: they are no file of their own.
 */
const sharedWith = new Map([
  ['network', 'landing'],
  ['account', 'drivers'],
])
const sharedAs = (name: string): string => sharedWith.get(name) ?? name

/** What checks forms is for pages that have some. */
const validator = /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/]/

/** The first paint needs the lists of words for the routes, but not the validator that the contract's calls bring. */
const words = { name: 'words', test: /contract[\\/]src[\\/]base[\\/]enums/ }
const apart = { output: { codeSplitting: { groups: [words] } } }

/** What `npm run chunks` finds out and keeps in bundling.json, so that a build need not. Modules are paths in the repository. */
export interface Bundling {
  /** the modules of each file, in the order in which files take them */
  files: Record<string, string[]>
  /** the components of Mantine that are used */
  styles: string[]
}

/**
 * Which modules make one file. Left alone, the bundler makes a file of every set of modules that the same
 * pages share: some three hundred, eighty of them for the first page.
 */
export function codeSplitting({ files }: Bundling) {
  const fileOf = new Map(Object.entries(files).flatMap(([name, ids]) => ids.map((id) => [id, name])))
  const names = Object.keys(files)
  const groups = [
    ...names.map((name, index) => ({
      name,
      priority: names.length - index + 2,
      test: (id: string) => fileOf.get(moduleOf(id)) === name,
    })),
    { name: 'validator', priority: 2, test: (id: string) => validator.test(id) && !fileOf.has(moduleOf(id)) },
    { name: 'shared', priority: 1, minShareCount: 5, test: (id: string) => !fileOf.has(moduleOf(id)) },
  ]
  return { groups, includeDependenciesRecursively: false }
}

/**
 * Makes of a build nothing but bundling.json: only the bundler knows which modules a page really uses, so it makes every file that it
 * would make by itself.
 */
export const keepBundling = (): Plugin => ({
  name: 'bundling',
  enforce: 'post',
  config: () => ({ build: { minify: false, copyPublicDir: false, rolldownOptions: apart } }),
  generateBundle(_options, bundle) {
    const loose = Object.values(bundle).filter((file) => file.type === 'chunk')
    const styles = stylesOf(loose.flatMap(({ moduleIds }) => moduleIds))
    const bundling: Bundling = { files: filesOf(loose), styles }
    for (const name of Object.keys(bundle)) delete bundle[name]
    this.emitFile({
      type: 'asset',
      fileName: 'bundling.json',
      source: `${JSON.stringify(bundling, null, 2)}\n`,
    })
  },
})

function filesOf(loose: Rolldown.OutputChunk[]): Bundling['files'] {
  const chunks = new Map(loose.map((chunk) => [chunk.fileName, chunk]))
  const needs = roots.map(([name, pattern]) => {
    const seen = new Set(loose.filter(({ moduleIds }) => moduleIds.some((id) => pattern.test(id))))
    // a chunk imports only chunks of this build
    for (const chunk of seen) for (const file of chunk.imports) seen.add(chunks.get(file)!)
    return { name, ids: [...seen].flatMap(({ moduleIds }) => moduleIds) }
  })
  // the frame is the first of the roots
  refuseValidator(needs[0]!.ids)
  const ofStaff = new Set(needs.filter(({ name }) => !outside.includes(name)).flatMap(({ ids }) => ids))
  const files: Bundling['files'] = {}
  const taken = new Set<string>()
  for (const { name, ids } of needs)
    for (const id of ids.filter((one) => !taken.has(one))) {
      taken.add(id)
      const file = outside.includes(name) && ofStaff.has(id) ? `${sharedAs(name)}-shared` : name
      files[file] = [...(files[file] ?? []), moduleOf(id)]
    }
  return Object.fromEntries(Object.entries(files).map(([name, ids]) => [name, ids.sort()]))
}

const repository = dirname(import.meta.dirname)

/** The path of a module in the repository; the name of one that is no file. */
const moduleOf = (id: string): string =>
  id.startsWith('\0') ? id.slice(1) : relative(repository, id).replaceAll('\\', '/')

/** What everybody loads checks no form: one list of words taken from a file of schemas would bring the validator to every page. */
function refuseValidator(ids: string[]): void {
  const schemas = ids.filter((id) => /contract[\\/]src[\\/](?!contract\.ts|base[\\/]enums)/.test(id))
  if (schemas.length)
    throw new Error(
      `every page would load the validator with ${schemas.join(', ')}: lists of words belong to contract/src/base/enums.ts`,
    )
}
