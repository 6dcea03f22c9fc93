import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lineAt, readable } from './source-text.mjs'
import { readFiles } from './sources.mjs'

/** Checks links between the documents, and that README's table names exactly the variables that the server reads. */
export function brokenDocs(folder) {
  const documents = readFiles(folder, (path) => path.endsWith('.md'))
  return [...documents.flatMap((document) => deadLinks(folder, document)), ...undocumentedVariables(folder)]
}

function deadLinks(folder, { path, source }) {
  return [...source.matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(([, target]) => !/^[a-z]+:|^#/.test(target))
    .filter(([, target]) => !existsSync(join(folder, dirname(path), target.replace(/#.*$/, ''))))
    .map(({ 1: target, index }) => `${path}:${lineAt(source, index)}: there is no ${target}`)
}

function undocumentedVariables(folder) {
  const config = join(folder, 'server/src/config.ts')
  const readme = join(folder, 'README.md')
  if (!existsSync(config) || !existsSync(readme)) return []
  const { text } = readable(readFileSync(config, 'utf8'))
  const read = new Set(
    [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:PORT|HOST|CURRENCY)\b/g)].map(([name]) => name),
  )
  const table = new Set(
    [...readFileSync(readme, 'utf8').matchAll(/^\| `([A-Z][A-Z0-9_]*)`/gm)].map(([, name]) => name),
  )
  return [
    ...[...read]
      .filter((name) => !table.has(name))
      .map((name) => `README.md: the environment table lacks ${name}`),
    ...[...table].filter((name) => !read.has(name)).map((name) => `README.md: the server reads no ${name}`),
  ]
}
