import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** Path of a file of the repository. */
export const fromRoot = (path: string): string =>
  fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
export const readText = (path: string): string => readFileSync(fromRoot(path), 'utf8')

/** The metrics in Prometheus' text format: each with its type. */
export const metricsIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]))

/** Words of PromQL that are no names of metrics, where no bracket follows. */
const words = new Set([
  'and',
  'or',
  'unless',
  'bool',
  'offset',
  'on',
  'ignoring',
  'group_left',
  'group_right',
])

/** The names of metrics in an expression of PromQL. */
export function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replace(/\boffset\s+\S+/g, ' ')
  return [...bare.matchAll(/\b[a-z_:][\w:]*\b(?!\s*\()/gi)]
    .map(([name]) => name)
    .filter((one) => !words.has(one))
}

/** A metric that is served, under the name by which an expression reads it; undefined: there is none. */
export function metricOf(name: string, served: ReadonlyMap<string, string>): string | undefined {
  if (served.has(name)) return name
  const base = name.replace(/_(?:bucket|sum|count)$/, '')
  return served.get(base) === 'histogram' || served.get(base) === 'summary' ? base : undefined
}

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[]
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}

/** Every expression of the alert rules and of the dashboard, with the place where it stands. */
export function expressions(): { place: string; expression: string }[] {
  const { groups } = parse(readText('deploy/watching/alerts.yaml')) as Rules
  const { panels } = JSON.parse(readText('deploy/watching/dashboard.json')) as Dashboard
  return [
    ...groups.flatMap(({ rules }) =>
      rules.map(({ alert, expr }) => ({ place: `alert ${alert}`, expression: expr })),
    ),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ place: `panel ${title}`, expression: expr })),
    ),
  ]
}
