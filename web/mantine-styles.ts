import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const all = createRequire(import.meta.url).resolve('@mantine/core/styles.css')
const folder = join(dirname(all), 'styles')
const everywhere = ['baseline', 'default-css-variables', 'global']

/** The styles of those of Mantine's components that are among the modules, in Mantine's order: half of what it has is for others. */
export const mantineStyles = (modules: Iterable<string>): Plugin => ({
  name: 'mantine-styles',
  enforce: 'pre',
  load(id) {
    if (id !== all) return null
    const order = readFileSync(all, 'utf8')
    const used = new Set([...modules].map((module) => /(\w+)\.module\.mjs$/.exec(module)?.[1]))
    const parts = readdirSync(folder)
      .filter((name) => used.has(name.replace(/\.css$/, '')))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .map((css) => ({ css, place: order.indexOf(/\.m_\w+/.exec(css)?.[0] ?? '') }))
      .sort((one, other) => one.place - other.place)
    return [
      ...everywhere.map((name) => readFileSync(join(folder, `${name}.css`), 'utf8')),
      ...parts.map(({ css }) => css),
    ].join('\n')
  },
})
