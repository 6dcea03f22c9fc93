const head = 'part,percent noticed,changes,since'

/** The share that must be noticed in each part, in percent. */
export const leastNoticed = 85

/** The parts of a table (results.csv) in which there is something to change, each as { part, percent }. */
export const rowsOf = (text) =>
  text
    .split('\n')
    .slice(1)
    .map((row) => row.split(','))
    .filter(([, percent]) => percent)
    .map(([part, percent]) => ({ part, percent: Number(percent) }))

/**
 * The table of results (results.csv): that of `text`, with what came of parts that were tried to their end, and without those that are
 * no more.
 */
export function tableWith(text, names, standings, day) {
  const known = new Map(
    text
      .split('\n')
      .slice(1)
      .map((row) => [row.split(',')[0], row]),
  )
  for (const { name, runs, tried, killed, all } of standings) {
    if (tried < runs) continue
    const row = [name, all === 0 ? '' : percentOf(killed, all), all, ''].join(',')
    // another day alone is no news
    if (!known.get(name)?.startsWith(row)) known.set(name, `${row}${day}`)
  }
  const rows = [...names].sort().flatMap((name) => known.get(name) ?? [])
  return `${[head, ...rows].join('\n')}\n`
}

/** Rounded down: what is just below a bound is shown below it. */
export const percentOf = (killed, all) => (Math.floor((killed * 1000) / all) / 10).toFixed(1)
