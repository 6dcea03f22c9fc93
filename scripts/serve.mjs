import './lib/provide/node-version.mjs'
import { readFileSync } from 'node:fs'
import { build } from './lib/build.mjs'
import { main } from './lib/progress.mjs'
import { install } from './lib/provide/install.mjs'
import { foregroundServer } from './lib/provide/server.mjs'
import { settingsText } from './lib/provide/settings.mjs'
import { at } from './lib/root.mjs'

const usage = `npm run serve [-- options]
  --check            say what is wrong or unsafe in the settings, and start nothing
  --new-secret-key   once, after SECRET_KEY was changed on purpose
  --no-migrate       leave the database as it is, and end where it is older than this version needs (npm run migrate)

Everything else is set in the environment, with the default in brackets:
`

await main(async () => {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg === '--help' || arg === '-h'))
    return console.log(
      `${usage}\n${settingsText(readFileSync(at('docs/operations.md'), 'utf8'), process.stdout.columns)}`,
    )
  await install()
  await build()
  foregroundServer(args)
})
