import { readFileSync } from 'node:fs'
import { dirname, posix, relative, sep } from 'node:path'
import { defaultServerConditions, defineConfig } from 'vite'
import { at, root } from './lib/root.mjs'
import { texts } from './lib/words/texts/plugin.mjs'

/** What people run, and what those need beside them. */
const programs = {
  server: [
    'main',
    ...['backup', 'create-administrator', 'full-export', 'migrate', 'rebuild-totals', 'take-over'].map(
      (name) => `operate/${name}`,
    ),
  ],
  simulator: ['cli', 'emsp/cli/main'],
  'payment-sandbox': ['cli'],
}

/** What tests and measurements import or run. */
const forTests = {
  contract: ['index'],
  units: ['index'],
  ocpp: ['index'],
  ocpi: ['index'],
  energy: ['index'],
  simulator: ['index', 'emsp/index', 'pki/index'],
  'payment-sandbox': ['index'],
  server: [
    'story/world/clocked-server',
    'story/server/releases/release-sample',
    'story/server/releases/release-template',
    'story/world/test-template',
    ...exportsOf('server').map((source) => source.replace(/^\.\/src\/|\.ts$/g, '')),
  ],
  bench: [
    ...['main', 'fuzz/main', 'energy/main', 'link-loss/main', 'seeding/seed'],
    ...[
      ...[
        'batch',
        'lists',
        'journal',
        'reports',
        'feed',
        'wall',
        'scroll',
        'size',
        'start',
        'start-ends',
        'nodes',
        'fleet',
        'soak',
        'roaming-chaos',
        'drivers',
      ],
    ].map((name) => `programs/${name}`),
    ...['bound', 'collect', 'count', 'driver', 'link-driver', 'list-bound', 'trace'].map(
      (name) => `processes/${name}`,
    ),
  ],
}

/** Packages of hundreds of files that nobody but us imports, of which programs use a part. */
const manyFiles = ['kysely', 'jose', 'graphql']

/**
 * Joins the sources of our own packages into programs of one file, and those that several share; `--mode programs` what people run,
 * `--mode tests` the rest. Packages of others stay outside, but for those of very many files.
 */
export default defineConfig(({ mode }) => ({
  root,
  publicDir: false,
  plugins: [texts(), ownAddress()],
  ssr: { noExternal: manyFiles, resolve: { conditions: ['source', ...defaultServerConditions] } },
  build: {
    ssr: true,
    outDir: root,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: entriesOf(mode === 'programs' ? programs : forTests),
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: `server/dist/${mode}/[name]-[hash].js`,
      },
    },
  },
}))

function entriesOf(set) {
  return Object.fromEntries(
    Object.entries(set).flatMap(([part, names]) =>
      names.map((name) => [`${part}/dist/${name}`, at(part, 'src', `${name}.ts`)]),
    ),
  )
}

/** The sources of what a package of ours gives others. */
function exportsOf(part) {
  const { exports } = JSON.parse(readFileSync(at(part, 'package.json'), 'utf8'))
  return Object.values(exports).map(({ source }) => source)
}

/** A module's own address stays that of its source, wherever it comes to lie: it names the files beside it by it. */
function ownAddress() {
  const placeholder = 'source-of:'
  return {
    name: 'own-address',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.url'))
        return null
      const source = relative(root, id).split(sep).join('/')
      const address = `new URL('${placeholder}${source}', import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', address), map: null }
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(placeholder)) return null
      const up = posix.relative(dirname(fileName), '.')
      return { code: code.replaceAll(placeholder, `${up}/`), map: null }
    },
  }
}
