import { isWritten } from '../reading/sources.mjs'

const fileEnding = /\.(ts|tsx|js|mjs|sql|tsv|txt|md|json|yaml|conf|service|css|svg|png|br)$/
const method = /^(GET|POST|PUT|PATCH|DELETE)$/

/** What is the reader's own: an address of theirs, a media type, a file of keys, mails or a copy of the database. */
const readers = /:\/\/|\.example$|^(text|image|multipart|application)\/|\.(pem|key|crt|eml|dump)$/

/**
 * The names in a text between backticks that the repository does not know: files, folders, calls, commands, tables with their
 * columns, identifiers. Plain words, numbers and what stands in double quotes are not looked at.
 */
export function missingNames(span, known) {
  const [first, second = '', third = ''] = span.split(/\s+/)
  if (first === 'npm')
    return second === 'run' && !known.commands.has(third) ? [`${first} ${second} ${third}`] : []
  if (method.test(first)) return isCall(first, second, known) ? [] : [span]
  return unfolded(span.replace(/"[^"]*"/g, ''))
    .split(/[\s,;=()|<>'[\]]+/)
    .map((token) => token.replace(/^(?:\.{1,3}\/?|--?)|(?:[.:]|--)+$/g, ''))
    .filter((token) => !readers.test(token) && isMissing(token, known))
}

/** Each name of those that are written as one: a/{b,c} is "a/b a/c". */
export const unfolded = (text) =>
  text.replace(/(\S*)\{(\w[^{}\s]*,[^{}\s]*)\}(\S*)/g, (_, before, names, after) =>
    names
      .split(',')
      .map((name) => before + name + after)
      .join(' '),
  )

function isMissing(token, known) {
  if (token.startsWith('/')) return !isAddress(token, known)
  if (fileEnding.test(token)) return !isFile(token, known)
  if (/^[\w{}*-]+\//.test(token) && !/^[A-Z]/.test(token))
    return !isFolder(token, known) && !isPath(token, known)
  if (/^[a-z_]+(\.[a-z_]+)+$/.test(token)) return !isDotted(token, known)
  return (token.match(/[A-Za-z_]\w*/g) ?? []).some((word) => isIdentifier(word) && !known.words.has(word))
}

/** Words that only programs use: with an underscore, or a capital inside. */
const isIdentifier = (word) => /[a-z0-9]_[a-z0-9]/i.test(word) || /^[A-Z]?[a-z]+[A-Z]/.test(word)

/** A code, a table's column, or a member that some code reads. */
function isDotted(token, { quoted, tables, texts }) {
  const [first, second] = token.split('.')
  const ways = [token, token.replaceAll('.', '?.'), `\`${first}.\${`]
  return (
    quoted.has(token) ||
    tables.get(first)?.has(second) ||
    texts.some((text) => ways.some((way) => text.includes(way)))
  )
}

/** A file by its whole path or the end of it, `*` for anything in one folder; or what a tool writes. */
function isFile(token, { files }) {
  if (isWritten(token)) return true
  const pattern = token.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
  return files.some((path) => new RegExp(`(^|/)${pattern}$`).test(path))
}

const isFolder = (token, { folders }) => isWritten(token) || folders.has(token.replace(/\/$/, ''))

function isCall(verb, path, known) {
  return path.startsWith('/') ? isAddress(path, known) : known.calls.has(`${verb} ${plain(path)}`)
}

/** The path of a call or the beginning of some. */
function isPath(token, { calls }) {
  const path = `${plain(token).replace(/\/$/, '')}/`
  return [...calls].some((call) => `${call.slice(call.indexOf(' ') + 1)}/`.startsWith(path))
}

/** A path without its query; what its parameters are called does not matter. */
const plain = (path) => path.replace(/\?.*$/, '').replace(/\{\w*\}/g, '{}')

/** An address of the server or the web application as far as it is written out, or the end of a call. */
const isAddress = (token, { calls, texts }) =>
  texts.some((text) => text.includes(token.replace(/[{?].*$/, ''))) ||
  [...calls].some((call) => call.endsWith(plain(token)))
