/**
 * Blanks out comments, and strings too, keeping every line where it is: what a rule then finds is code.
 * Gives { code, text, comments, patterns }: `code` without comments and strings, `text` without comments only, `comments` as
 * { offset, source }, and where which regular expressions stand, as { offset, source, flags }.
 */
export function readable(source) {
  const code = source.split('')
  const text = source.split('')
  const blank = (from, to, keepInText) => {
    for (let i = from; i < to; i++) {
      if (source[i] === '\n') continue
      code[i] = ' '
      if (!keepInText) text[i] = ' '
    }
  }
  const patterns = []
  const comments = []
  let position = 0
  // Where a template's ${ } closes, the template goes on: depth of braces at each open one.
  const templates = []
  let braces = 0

  const skipTemplate = (from) => {
    let i = from
    while (i < source.length && source[i] !== '`') {
      if (source[i] === '\\') i++
      else if (source[i] === '$' && source[i + 1] === '{') {
        blank(from, i, true)
        templates.push(braces++)
        return i + 2
      }
      i++
    }
    blank(from, i, true)
    return i + 1
  }

  while (position < source.length) {
    const char = source[position]
    const two = source.slice(position, position + 2)
    if (two === '//' || two === '/*') {
      const found = two === '//' ? source.indexOf('\n', position) : source.indexOf('*/', position) + 2
      const end = found < 2 ? source.length : found
      blank(position, end, false)
      comments.push({ offset: position, source: source.slice(position, end) })
      position = end
    } else if (char === "'" || char === '"') {
      const end = endOfString(source, position)
      blank(position + 1, end - 1, true)
      position = end
    } else if (char === '`') {
      position = skipTemplate(position + 1)
    } else if (char === '/' && startsPattern(code, position)) {
      const end = endOfPattern(source, position)
      const [flags] = /^[a-z]*/.exec(source.slice(end, end + 10))
      patterns.push({ offset: position, source: source.slice(position + 1, end - 1), flags })
      blank(position + 1, end - 1, true)
      position = end
    } else {
      if (char === '{') braces++
      if (char === '}' && templates.at(-1) === --braces) {
        templates.pop()
        position = skipTemplate(position + 1)
      } else position++
    }
  }
  return { code: code.join(''), text: text.join(''), comments, patterns }
}

function endOfString(source, start) {
  const quote = source[start]
  let i = start + 1
  while (i < source.length && source[i] !== quote && source[i] !== '\n') i += source[i] === '\\' ? 2 : 1
  return i + 1
}

/** A slash begins a pattern where a value may stand, and divides where one has just ended. */
function startsPattern(code, position) {
  const before = code
    .slice(Math.max(0, position - 40), position)
    .join('')
    .trimEnd()
  return before === '' || /[(,=:[!&|?{};+*~^<>%-]$|\b(return|case|typeof|in|of)$/.test(before)
}

function endOfPattern(source, start) {
  let inClass = false
  let i = start + 1
  while (i < source.length && source[i] !== '\n' && (inClass || source[i] !== '/')) {
    if (source[i] === '\\') i++
    else if (source[i] === '[') inClass = true
    else if (source[i] === ']') inClass = false
    i++
  }
  return i + 1
}

/** The line, from 1, on which an offset stands. */
export const lineAt = (source, offset) => source.slice(0, offset).split('\n').length
