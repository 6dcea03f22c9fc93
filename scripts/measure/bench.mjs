import '../lib/provide/node-version.mjs'
import { buildAll } from '../lib/build.mjs'
import { main } from '../lib/progress.mjs'
import { installAll } from '../lib/provide/install.mjs'
import { at } from '../lib/root.mjs'
import { foreground } from '../lib/run.mjs'

const others = [
  'lists',
  'journal',
  'batch',
  'reports',
  'feed',
  'wall',
  'scroll',
  'nodes',
  'fleet',
  'soak',
  'roaming-chaos',
  'drivers',
  'size',
  'start',
  'start-ends',
]

await main(async () => {
  await installAll()
  await buildAll()
  const [first, ...rest] = process.argv.slice(2)
  if (first === 'energy') foreground(at('bench/dist/energy/main.js'), rest)
  else if (first === 'incidents') foreground(at('bench/dist/link-loss/main.js'), rest)
  else if (others.includes(first)) foreground(at(`bench/dist/programs/${first}.js`), rest)
  else foreground(at('bench/dist/main.js'), process.argv.slice(2))
})
