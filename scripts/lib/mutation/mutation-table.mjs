const head = `# What is noticed

Written by \`npm run mutate\` for each part that it has tried to its end. [What that means](README.md). A part that is not here has not been tried.

| part | noticed | changes | since |
|---|---|---|---|
`

/** The table of results: that of `text`, with what came of parts that were tried to their end, and without those that are no more. */
export function tableWith(text, names, standings, day) {
  const known = new Map(
    text
      .split('\n')
      .filter((line) => line.startsWith('| ') && line !== '| part | noticed | changes | since |')
      .map((line) => [line.split(' ')[1], line]),
  )
  for (const { name, runs, tried, killed, all } of standings) {
    if (tried < runs) continue
    const cells = [name, all === 0 ? 'nothing to change' : percentOf(killed, all), all]
    const row = `| ${cells.join(' | ')} |`
    // another day alone is no news
    if (!known.get(name)?.startsWith(row)) known.set(name, `${row} ${day} |`)
  }
  const rows = [...names].sort().flatMap((name) => known.get(name) ?? [])
  return `${head}${rows.join('\n')}\n`
}

/** Rounded down: what is just below a bound is shown below it. */
export const percentOf = (killed, all) => `${(Math.floor((killed * 1000) / all) / 10).toFixed(1)} %`
