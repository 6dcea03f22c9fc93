import './lib/provide/node-version.mjs'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildAll } from './lib/build.mjs'
import { hashesOf, releasesOf, withRelease } from './lib/outcome/releases.mjs'
import { main, Refusal, step } from './lib/progress.mjs'
import { startPostgres } from './lib/provide/programs/postgres.mjs'
import { at, root } from './lib/root.mjs'
import { mustRun, programs } from './lib/run.mjs'

/** Cuts a release: heading of the changelog, version, and what later versions are tried with (CONTRIBUTING.md#cut-a-release). */
await main(async () => {
  const [version] = process.argv.slice(2)
  if (!version) throw new Refusal('Say which: npm run release -- 1.2.0')
  const day = new Date().toISOString().slice(0, 10)
  const changelog = at('CHANGELOG.md')
  const last = releasesOf(root).at(-1)?.version
  let text
  try {
    text = withRelease(readFileSync(changelog, 'utf8'), { version, day, last })
  } catch (error) {
    throw new Refusal(error.message)
  }
  await buildAll()
  const postgres = await startPostgres()
  if (!postgres) throw new Refusal('A release needs PostgreSQL, which its sample of data is written by.')
  try {
    mkdirSync(at('server/releases'), { recursive: true })
    const figures = await step('Writing a sample of its data', () =>
      mustRun(
        process.execPath,
        [at('server/dist/story/server/releases/release-sample.js'), at(`server/releases/${version}.sql.gz`)],
        {
          env: { ...process.env, TEST_DATABASE_URL: postgres.url },
        },
      ),
    )
    const record = { version, day, migrations: hashesOf(root), figures: JSON.parse(figures) }
    const kept = at(`server/releases/${version}.json`)
    writeFileSync(kept, JSON.stringify(record))
    await mustRun(process.execPath, [programs.biome, 'format', '--write', kept])
    await step('Making what new embedded databases begin as', () =>
      mustRun(process.execPath, [at('server/dist/story/server/releases/release-template.js')]),
    )
  } finally {
    await postgres.stop()
  }
  writeFileSync(changelog, text)
  for (const file of ['package.json', 'package-lock.json']) setVersion(at(file), version)
  console.log(`
Look at the changelog, then:

  git add -A && git commit -m "Release ${version}"
  git tag -a v${version} -m "Release ${version}"
  git push --follow-tags
`)
})

/** The lock tells the root package's version twice, before any other. */
function setVersion(file, version) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.version = version
  if (manifest.packages) manifest.packages[''].version = version
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
