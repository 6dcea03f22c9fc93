import { build, type InlineConfig, type Rolldown } from 'vite'

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

/**
 * Every file that the bundler would make, with its modules. Only the bundler knows which modules a page really uses, so it runs once
 * before the build.
 */
export async function looseChunks(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, rolldownOptions: apart },
  })) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

/**
 * Which modules make one file. Left alone, the bundler makes a file of every set of modules that the same
 * pages share: some three hundred, eighty of them for the first page.
 */
export function codeSplitting(loose: Rolldown.OutputChunk[]) {
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
  const groups = new Map<string, string>()
  for (const { name, ids } of needs)
    for (const id of ids)
      if (!groups.has(id))
        groups.set(id, outside.includes(name) && ofStaff.has(id) ? `${sharedAs(name)}-shared` : name)
  const names = [...new Set(groups.values())]
  const files = [
    ...names.map((name, index) => ({
      name,
      priority: names.length - index + 2,
      test: (id: string) => groups.get(id) === name,
    })),
    { name: 'validator', priority: 2, test: (id: string) => validator.test(id) && !groups.has(id) },
    { name: 'shared', priority: 1, minShareCount: 5, test: (id: string) => !groups.has(id) },
  ]
  return { groups: files, includeDependenciesRecursively: false }
}

/** What everybody loads checks no form: one list of words taken from a file of schemas would bring the validator to every page. */
function refuseValidator(ids: string[]): void {
  const schemas = ids.filter((id) => /contract[\\/]src[\\/](?!contract\.ts|base[\\/]enums)/.test(id))
  if (schemas.length)
    throw new Error(
      `every page would load the validator with ${schemas.join(', ')}: lists of words belong to contract/src/base/enums.ts`,
    )
}
