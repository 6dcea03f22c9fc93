import '../lib/provide/node-version.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { main } from '../lib/progress.mjs'
import { needChromium } from '../lib/provide/programs/chromium.mjs'
import { run } from '../lib/run.mjs'

// the last one that runs on the oldest Node that we support; few need it, so that it is no package of ours
const version = '12.8.2'
const usage = `npm run lighthouse -- URL   what Lighthouse ${version} says of a page on a phone: the median of five runs

  --runs 5       how often
  --least 95     exit code 1 where a category has less
`
const chromeFlags =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '5' },
      least: { type: 'string', default: '95' },
      help: { type: 'boolean' },
    },
  })
  const [url] = positionals
  if (!url || values.help) return console.log(usage)
  const chromium = await needChromium()
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const scores = {}
  try {
    for (let nth = 0; nth < Number(values.runs); nth += 1) {
      const file = join(folder, `${nth}.json`)
      const args = [
        '--yes',
        `lighthouse@${version}`,
        url,
        '--quiet',
        '--output',
        'json',
        '--output-path',
        file,
      ]
      const { code } = await run('npx', [...args, `--chrome-flags=${chromeFlags}`], {
        show: 'lighthouse',
        env: { ...process.env, CHROME_PATH: chromium },
      })
      if (code !== 0) throw new Error('Lighthouse could not look at the page')
      const { categories } = JSON.parse(readFileSync(file, 'utf8'))
      for (const { title, score } of Object.values(categories))
        scores[title] = [...(scores[title] ?? []), score * 100]
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const [title, all] of Object.entries(scores)) {
    const median = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]
    const isEnough = median >= Number(values.least)
    if (!isEnough) process.exitCode = 1
    console.log(`${isEnough ? '✓' : '✗'} ${title}: ${Math.round(median)} (${all.map(Math.round).join(', ')})`)
  }
})
