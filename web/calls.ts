import { fileURLToPath } from 'node:url'
import type { Call, contract } from '@stationmaster/contract'
import { defaultServerConditions, type InlineConfig, type Plugin, runnerImport } from 'vite'

const file = fileURLToPath(new URL('../contract/src/contract.ts', import.meta.url))

/** What the contract imports of ours is read from its source: nothing has to be built before. */
const ourSources: InlineConfig = {
  environments: {
    inline: {
      resolve: { noExternal: [/^@stationmaster\//], conditions: ['source', ...defaultServerConditions] },
    },
  },
}

/**
 * The contract's calls as the browser needs them: where to send what. What is allowed in them the server checks; their
 * schemas, and the validator, would be half of what the first screen runs.
 */
export const calls = (): Plugin => ({
  name: 'calls',
  async load(id) {
    if (id !== file) return null
    const { module, dependencies } = await runnerImport<{ contract: typeof contract }>(file, ourSources)
    for (const dependency of dependencies) this.addWatchFile(dependency)
    return `export const contract = ${JSON.stringify(module.contract, sent)}`
  },
})

function sent(_: string, value: unknown): unknown {
  if (!isCall(value)) return value
  const { method, path, text, file: kept } = value
  return { method, path, text, file: kept }
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
