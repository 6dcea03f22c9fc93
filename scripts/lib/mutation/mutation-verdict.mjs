import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../root.mjs'

/** How many of the mutants were noticed, and what was not, one line each. */
export function verdictOn(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const killed = count('Killed', 'Timeout')
  const missed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  return { killed, all: killed + missed.length, missed: missed.map(described) }
}

function described({ fileName, location: { start, end }, replacement, status, testsCompleted }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  const code = lines.join(' ').slice(start.column - 1)
  const why =
    status === 'NoCoverage' ? ' (no test comes here)' : testsCompleted === 0 ? ' (no test was run)' : ''
  return `${relative(root, fileName)}:${start.line}:${start.column}  ${oneLine(code)}  ->  ${oneLine(replacement)}${why}`
}

const oneLine = (code) => {
  const text = code.replace(/\s+/g, ' ')
  return text.length > 90 ? `${text.slice(0, 87)}...` : text
}
