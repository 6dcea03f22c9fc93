import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const list = fileURLToPath(new URL('./src/ui/pictures/icons.ts', import.meta.url))
const drawing = fileURLToPath(new URL('./src/ui/pictures/drawn-icon.tsx', import.meta.url))
const prefix = 'virtual:icon/'

interface IconSet {
  icons: Record<string, { body: string }>
}

/** Has every icon of ui/pictures/icons.ts drawn, each as a module of its own: a page brings those that it shows. */
export function icons(): Plugin {
  let set: IconSet | undefined
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      // without effects, or the list would bring all of them wherever one is shown
      if (id === list) return { code: listed(readFileSync(list, 'utf8')), moduleSideEffects: false }
      if (!id.startsWith(`\0${prefix}`)) return null
      set ??= JSON.parse(
        readFileSync(createRequire(import.meta.url).resolve('@iconify-json/tabler/icons.json'), 'utf8'),
      ) as IconSet
      const name = id.slice(prefix.length + 1)
      const icon = set.icons[name]
      if (!icon) return this.error(`There is no icon ${name}.`)
      const { path, filled } = pathOf(name, icon.body)
      const code = `import { drawn } from ${JSON.stringify(drawing)}
export default /* @__PURE__ */ drawn(${JSON.stringify(name)}, ${JSON.stringify(path)}, ${filled})`
      return { code, moduleSideEffects: false }
    },
  }
}

/** Each export of the list as one of the icon's own module. */
const listed = (source: string): string =>
  [...source.matchAll(/^export const (\w+) = named\('([\w-]+)'\)$/gm)]
    .map(([, name, icon]) => `export { default as ${name} } from '${prefix}${icon}'`)
    .join('\n')

/** What the set draws an icon with: paths alone, all of one style. Throws an Error where it is more. */
export function pathOf(name: string, body: string): { path: string; filled: boolean } {
  const tags = [...body.matchAll(/<(\w+)/g)].map(([, tag]) => tag)
  if (tags.some((tag) => tag !== 'path' && tag !== 'g'))
    throw new Error(`The icon ${name} is more than paths.`)
  // the pattern has a group
  const paths = [...body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => absolute(path!))
  return { path: paths.join(''), filled: !body.includes('stroke="currentColor"') }
}

const number = /\s*,?\s*(-?(?:\d+\.?\d*|\.\d+))/.source
const beginning = new RegExp(`^m${number}${number}`)

/** A path that begins with a step from nowhere begins there, also behind another one. */
const absolute = (path: string): string =>
  path.replace(beginning, (all, x: string, y: string) => {
    const stepsOn = /^\s*,?\s*[-.\d]/.test(path.slice(all.length))
    return `M${x} ${y}${stepsOn ? 'l' : ''}`
  })
