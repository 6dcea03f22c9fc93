/** The settings of a document's tables, in its order: `{ theme, rows: [{ name, standard, meaning }] }`, as plain text. */
export function settingsIn(markdown) {
  const themes = []
  for (const line of markdown.split('\n')) {
    const heading = /^#{2,} (.*)$/.exec(line)
    if (heading) themes.push({ theme: heading[1], rows: [] })
    const row = /^\| `([A-Z][A-Z0-9_]*)` \| (.*?) \| (.*) \|$/.exec(line)
    if (row) themes.at(-1)?.rows.push({ name: row[1], standard: plain(row[2]), meaning: plain(row[3]) })
  }
  return themes.filter(({ rows }) => rows.length > 0)
}

/** The same as text for a terminal of so many columns. */
export function settingsText(markdown, columns = 100) {
  return settingsIn(markdown)
    .map(({ theme, rows }) => `${theme}\n${rows.map((row) => entry(row, columns)).join('\n')}`)
    .join('\n\n')
}

const entry = ({ name, standard, meaning }, columns) =>
  [`  ${name} (${standard})`, ...wrapped(meaning, columns - 6).map((line) => `      ${line}`)].join('\n')

function wrapped(text, width) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length > width && lines.at(-1) !== '') lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** Without the signs of links and of code: a link is for readers of the document. */
const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
