import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const all = createRequire(import.meta.url).resolve('@mantine/core/styles.css')
const folder = join(dirname(all), 'styles')
const everywhere = ['baseline', 'default-css-variables', 'global']

/** The components of Mantine among modules, as its files of styles name them. */
export const stylesOf = (modules: readonly string[]): string[] =>
  [...new Set(modules.flatMap((module) => /([^\\/]+)\.module\.mjs$/.exec(module)?.[1] ?? []))].sort()

/**
 * The styles of those of Mantine's components that are used, in Mantine's order: half of what it has is for others. A build in which
 * another one is used fails.
 */
export const mantineStyles = (used: readonly string[]): Plugin => ({
  name: 'mantine-styles',
  enforce: 'pre',
  load(id) {
    if (id !== all) return null
    const order = readFileSync(all, 'utf8')
    const parts = readdirSync(folder)
      .filter((name) => used.includes(name.replace(/\.css$/, '')))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .map((css) => ({ css, place: order.indexOf(/\.m_\w+/.exec(css)?.[0] ?? '') }))
      .sort((one, other) => one.place - other.place)
    return [
      ...everywhere.map((name) => readFileSync(join(folder, `${name}.css`), 'utf8')),
      ...parts.map(({ css }) => css),
    ].join('\n')
  },
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const missing = stylesOf(modules).filter((name) => !used.includes(name))
    if (missing.length > 0)
      this.error(`The styles of Mantine's ${missing.join(', ')} would be missing: npm run chunks`)
  },
})
