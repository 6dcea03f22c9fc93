import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const records = 'server/releases'
const migrations = 'server/migrations'

/** sha256 of each migration of a tree, by file. */
export const hashesOf = (root) =>
  Object.fromEntries(
    readdirSync(join(root, migrations))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(root, migrations, name)))
          .digest('hex'),
      ]),
  )

/** The releases that a tree has records of, oldest first. */
export function releasesOf(root) {
  const folder = join(root, records)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return names
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => compare(a.version, b.version))
}

const isVersion = (text) => /^\d+\.\d+\.\d+$/.test(text)

/** Below zero: a is the older of two versions. */
export function compare(a, b) {
  const [ours, theirs] = [a, b].map((version) => version.split('.').map(Number))
  const at = ours.findIndex((part, index) => part !== theirs[index])
  return at < 0 ? 0 : ours[at] - theirs[at]
}

/** A changelog with what is not released as a version of a day; throws where that is no version, no newer one, or nothing. */
export function withRelease(changelog, { version, day, last }) {
  if (!isVersion(version)) throw new Error(`A version is three numbers, such as 1.2.0: ${version}`)
  if (last !== undefined && compare(last, version) >= 0)
    throw new Error(`Version ${version} does not follow ${last}.`)
  const heading = '## Unreleased\n'
  const [before, rest] = changelog.split(heading)
  const notes = rest?.split(/^## /m)[0].trim()
  if (!notes) throw new Error('The changelog has nothing that is not released.')
  if (!/^### Upgrade notes$/m.test(notes))
    throw new Error(
      'What is not released has no "### Upgrade notes": say what whoever updates has to do, or "Nothing."',
    )
  return `${before}${heading}\n## ${version} - ${day}\n${rest}`
}

/** Faults of a tree's releases: a released migration that is another or gone, a record without data or a place in the changelog. */
export function brokenReleases(root) {
  const now = hashesOf(root)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const all = releasesOf(root)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const newest = all.at(-1)?.version
  return [
    ...(newest !== undefined && newest !== version
      ? [`package.json: version ${version} is not that of the last release, ${newest}`]
      : []),
    ...all.flatMap(({ version: released, day, migrations: kept }) => [
      ...Object.entries(kept)
        .filter(([name, hash]) => now[name] !== hash)
        .map(
          ([name]) =>
            `${migrations}/${name}: released with ${released}, so it stays as it was; add another one`,
        ),
      ...(existsSync(join(root, records, `${released}.sql.gz`))
        ? []
        : [`${records}/${released}.sql.gz is missing`]),
      ...(changelog.includes(`\n## ${released} - ${day}\n`)
        ? []
        : [`CHANGELOG.md: no heading "## ${released} - ${day}"`]),
    ]),
  ]
}
