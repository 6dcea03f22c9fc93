import { generate } from './schemas.mjs'

// The types of messages, which only the compiler reads: what runs does without them.
await generate({
  script: import.meta.url,
  packages: ['json-schema-to-typescript'],
  names: ['types'],
  make: async ({ schema }) => ({ types: await types(schema) }),
})

async function types(schema) {
  const { compile } = await import('json-schema-to-typescript')
  const code = await compile({ ...schema, $id: undefined, additionalProperties: false }, 'Unused', {
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  })
  return code.replaceAll(/\/\*\*[\s\S]*?\*\/\n/g, '').replace(/export interface Unused \{\s*\}/, '')
}
