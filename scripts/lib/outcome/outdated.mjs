/** The direct dependencies of the workspaces' package.json files, each with its exact version; our own workspaces are left out. */
export function directDependencies(manifests) {
  const found = new Map()
  for (const { dependencies = {}, devDependencies = {} } of manifests)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (!name.startsWith('@stationmaster/')) found.set(name, version)
  return [...found].map(([name, version]) => ({ name, version })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The lines of compatible versions that lie between two: majors, and below 1 minors, as semantic versioning has them. */
function majorsBehind(version, newest) {
  const [[major, minor], [newestMajor, newestMinor]] = [version, newest].map((one) =>
    one.split('.').map(Number),
  )
  if (major === 0 && newestMajor === 0) return Math.max(0, newestMinor - minor)
  return Math.max(0, newestMajor - major)
}

/** The packages that a decision keeps behind, by its table below "Kept behind", each with its reason. */
export function keptBehind(decision) {
  const section = decision.split('\n## Kept behind\n')[1]?.split('\n## ')[0] ?? ''
  const rows = section.matchAll(/^\| (\S+) \| [^|]+ \| ([^|]+) \|$/gm)
  return new Map(
    [...rows]
      .filter(([, name]) => name !== 'package' && !name.startsWith('-'))
      .map(([, name, why]) => [name, why]),
  )
}

/** Which of some dependencies are two majors behind or more: those that are kept for a reason, and those that nobody has decided about. */
export function judge(dependencies, kept) {
  const behind = dependencies.filter(({ version, newest }) => majorsBehind(version, newest) >= 2)
  return {
    kept: behind.filter(({ name }) => kept.has(name)).map((one) => ({ ...one, why: kept.get(one.name) })),
    undecided: behind.filter(({ name }) => !kept.has(name)),
  }
}
