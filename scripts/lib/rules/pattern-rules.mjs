import { isSafe } from 'redos-detector'
import { lineAt, readable } from '../reading/source-text.mjs'
import { isCode, isTest, readFiles } from '../reading/sources.mjs'

/** What runs in the server's process and meets texts of stations, people and files. */
const within = (path) => /^(units|contract|ocpp|server)\/src\//.test(path) && isCode(path) && !isTest(path)

const except = {
  'server/src/config/config.ts': 'what the operator has set, read once at the start',
  'server/src/config/tls-config.ts': 'what the operator has set, read once at the start',
  'server/src/slices/operations/demo/fleet.ts': 'texts of our own stations',
  'server/src/slices/operations/demo/past/incidents.ts': 'texts of our own',
}

/** Ways through a pattern that may be open at once, whatever the text: beyond it the time grows faster than the text. */
const waysMost = 100

/**
 * Checks every regular expression that may repeat without a bound; gives one line for each on which some text takes time by
 * its square or worse. Those that match a text of bounded length only take time by its length at most.
 */
export function slowPatterns(folder) {
  const slow = []
  for (const { path, source } of readFiles(folder, (one) => within(one) && !(one in except))) {
    for (const { offset, source: pattern, flags } of readable(source, path).patterns) {
      if (!/[*+]|\{\d+,\}/.test(pattern)) continue
      const { safe } = isSafe(new RegExp(pattern, flags), {
        maxScore: waysMost,
        timeout: Number.POSITIVE_INFINITY,
      })
      if (!safe)
        slow.push(
          `${path}:${lineAt(source, offset)}: /${pattern}/${flags}: some texts take it time by their square`,
        )
    }
  }
  return slow
}
