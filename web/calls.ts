import { fileURLToPath } from 'node:url'
import type { Call, contract } from '@stationmaster/contract'
import { build, defaultServerConditions, type Plugin, type Rolldown } from 'vite'

const file = fileURLToPath(new URL('../contract/src/contract.ts', import.meta.url))

/** The calls as a module's source, and the files that they are read from. */
interface Read {
  code: string
  sources: string[]
}

/**
 * The contract's calls as the browser needs them: where to send what. What is allowed in them the server checks; their
 * schemas, and the validator, would be half of what the first screen runs.
 */
export const calls = (): Plugin => {
  let isBuild = false
  let read: Promise<Read> | undefined
  return {
    name: 'calls',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    async load(id) {
      if (id !== file) return null
      // the bundlings of a build read them once, and a server that watches as often as they change
      if (!isBuild) read = undefined
      read ??= readCalls()
      const { code, sources } = await read
      for (const source of sources) this.addWatchFile(source)
      return code
    },
  }
}

/** Bundles the contract from our sources, for nothing has to be built before, and runs it. */
async function readCalls(): Promise<Read> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: file, write: false, minify: false, rolldownOptions: { output: { codeSplitting: false } } },
    ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
  })) as Rolldown.RolldownOutput
  const [bundle] = output
  const address = `data:text/javascript;base64,${Buffer.from(bundle.code).toString('base64')}`
  const module = (await import(/* @vite-ignore */ address)) as { contract: typeof contract }
  return {
    code: `export const contract = ${JSON.stringify(module.contract, sent)}`,
    sources: bundle.moduleIds.filter((id) => !id.startsWith('\0') && !id.includes('node_modules')),
  }
}

function sent(_: string, value: unknown): unknown {
  if (!isCall(value)) return value
  const { method, path, text, file: kept } = value
  return { method, path, text, file: kept }
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
