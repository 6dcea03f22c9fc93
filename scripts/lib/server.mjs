import { readFileSync } from 'node:fs'
import { at } from './root.mjs'
import { foreground } from './run.mjs'

/** Runs the server in the foreground, with the flags of Node that it is measured with. */
export function foregroundServer(args, env) {
  const flags = JSON.parse(readFileSync(at('server/node-flags.json'), 'utf8'))
  foreground(at('server/dist/main.js'), args, env, flags)
}
