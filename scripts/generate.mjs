import { writeLists } from './lib/words/texts/lists.mjs'

// What is not in the repository and the compiler needs: which texts there are, validators and types of OCPP's messages.
writeLists()
await import('../ocpp/scripts/generate.mjs')
await import('../ocpp/scripts/generate-types.mjs')
