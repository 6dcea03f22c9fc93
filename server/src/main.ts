import { run } from './program.ts'

await run(process.env, process.argv.slice(2))
