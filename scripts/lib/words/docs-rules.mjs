import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { lineAt, readable } from '../reading/source-text.mjs'
import { isCode, isTest, isWritten, readFiles } from '../reading/sources.mjs'
import { knownNames } from './known-names.mjs'
import { missingNames, unfolded } from './named.mjs'

/** The document whose tables tell the settings. */
const settings = 'docs/operations.md'

/**
 * Checks that the documents, and the comments of the code, name only what is there: files, sections, commands, calls, tables,
 * columns, functions, variables and packages. Gives one line for each that is not.
 */
export function brokenDocs(folder) {
  const documents = readFiles(folder, (path) => path.endsWith('.md'))
  const sources = readFiles(folder, isCode).map(({ path, source }) => ({
    path,
    source,
    ...readable(source, path),
  }))
  const textsOf = (some) => some.map(({ text }) => text)
  const known = knownNames(folder, textsOf(sources.filter(({ path }) => !isTest(path))))
  // a comment may name what only tests have
  const inCode = knownNames(folder, textsOf(sources))
  const sections = new Map(documents.map(({ path, source }) => [path, sectionsOf(source)]))
  return [
    ...documents.flatMap((document) => deadLinks(folder, document, sections)),
    ...documents.flatMap((document) => unknownNames(document, known)),
    ...documents.flatMap((document) => lostPaths(document, known)),
    ...sources.flatMap((source) => deadCitations(source, inCode, sections)),
    ...packageTable(documents, known),
    ...undocumentedVariables(folder),
  ]
}

function deadLinks(folder, { path, source }, sections) {
  return [...source.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ 1: target, index }) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file, section] = target.split('#')
    const reached = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
    const there = existsSync(join(folder, reached)) && (!section || sections.get(reached)?.has(section))
    return there ? [] : [`${path}:${lineAt(source, index)}: there is no ${target}`]
  })
}

/** The names of a document's sections as its readers' links have them. */
function sectionsOf(source) {
  const headings = withoutExamples(source).matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  )
}

/** Blanks out examples, which are fenced and say in which language they are, and keeps every line where it is. */
const withoutExamples = (source) =>
  source.replace(/^```\w[\s\S]*?^```$|^ {4,}.*$/gm, (example) => example.replace(/[^\n]/g, ' '))

function unknownNames({ path, source }, known) {
  const text = withoutExamples(source)
  const spans = text.matchAll(/```([\s\S]*?)```|`([^`\n]+)`/g)
  return [...spans].flatMap(({ 1: block, 2: span, index }) =>
    missingNames(span ?? block.trim(), known).map(
      (name) => `${path}:${lineAt(source, index)}: there is no ${name}`,
    ),
  )
}

/** A path from the root in a sentence or an example; names between backticks are looked at by themselves. */
const pathFromRoot =
  /(?<![\w./-])(?:units|contract|ocpp|simulator|payment-sandbox|server|web|e2e|bench|scripts|docs)\/[\w./-]*\w/g

function lostPaths({ path, source }, { files, folders }) {
  const isThere = (one) =>
    isWritten(one) || folders.has(one) || files.some((file) => file === one || file.endsWith(`/${one}`))
  const text = source.replace(/`[^`\n]+`/g, (span) => ' '.repeat(span.length))
  return [...text.matchAll(pathFromRoot)]
    .filter(([one]) => !isThere(one))
    .map(({ 0: one, index }) => `${path}:${lineAt(text, index)}: there is no ${one}`)
}

/** What comments may not say: another paper than ours, which a reader does not have. */
const otherPapers = /\bspec document\b|\bthe spec\b|\bdocuments? \d|\b[A-Z]{5,} (?:section )?[A-Z]?\d/g

const cited = /(?<![\w*}/.-])([\w./-]*\w\.(?:md|ts|tsx|mjs|sql))\b(?:#([\w-]+))?/g

/** Files, sections, decisions and names that a comment cites. */
function deadCitations({ path, source, comments }, known, sections) {
  const { files } = known
  return comments.flatMap(({ offset, source: comment }) => {
    const at = (index) => `${path}:${lineAt(source, offset + index)}:`
    const isThere = (file, section) =>
      files.some(
        (one) => (one === file || one.endsWith(`/${file}`)) && (!section || sections.get(one)?.has(section)),
      )
    return [
      ...[...comment.matchAll(cited)]
        .filter(([, file, section]) => !isThere(file, section))
        .map((match) => `${at(match.index)} there is no ${match[0]}`),
      ...[...comment.matchAll(/\bdecision (\d+)\b/g)]
        .filter(
          ([, number]) => !files.some((one) => one.startsWith(`docs/decisions/${number.padStart(4, '0')}-`)),
        )
        .map((match) => `${at(match.index)} there is no ${match[0]}`),
      ...[...comment.matchAll(/`([^`\n]+)`/g)].flatMap(({ 1: span, index }) =>
        missingNames(span, known).map((name) => `${at(index)} there is no ${name}`),
      ),
      ...[...comment.matchAll(otherPapers)].map(
        (match) => `${at(match.index)} ${match[0]}: cite a section of docs/, or the standard by its name`,
      ),
    ]
  })
}

const libraries = 'docs/decisions/0001-libraries.md'

/** The tables of decision 1 name exactly the packages that the manifests ask for. */
function packageTable(documents, { packages }) {
  const decision = documents.find(({ path }) => path === libraries)
  if (!decision) return []
  const named = [...decision.source.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell]) => unfolded(cell).split(/,? /))
    .filter((name) => !/^(library|tool|package|-+)$/.test(name))
  const isOf = (one, name) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : one === name)
  return [
    ...named
      .filter((name) => !name.startsWith('@types/') && ![...packages].some((one) => isOf(one, name)))
      .map((name) => `${libraries}: nothing asks for ${name}`),
    ...[...packages]
      .filter((one) => !named.some((name) => isOf(one, name)))
      .map((one) => `${libraries}: lacks ${one}`),
  ]
}

/** The tables of settings name exactly the variables that the server reads. */
function undocumentedVariables(folder) {
  const config = join(folder, 'server/src/config')
  const document = join(folder, settings)
  if (!existsSync(config) || !existsSync(document)) return []
  const files = readdirSync(config, { recursive: true }).filter((path) => /(?<!\.test)\.ts$/.test(path))
  const text = files.map((path) => readable(readFileSync(join(config, path), 'utf8')).text).join('\n')
  // what ends in _MS is a unit of time
  const read = new Set(
    [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?<!_MS)\b|\b(?:PORT|HOST|CURRENCY|PLANS)\b/g)].map(
      ([name]) => name,
    ),
  )
  const table = new Set(
    [...readFileSync(document, 'utf8').matchAll(/^\| `([A-Z][A-Z0-9_]*)`/gm)].map(([, name]) => name),
  )
  return [
    ...[...read]
      .filter((name) => !table.has(name))
      .map((name) => `${settings}: no table of settings has ${name}`),
    ...[...table].filter((name) => !read.has(name)).map((name) => `${settings}: the server reads no ${name}`),
  ]
}
