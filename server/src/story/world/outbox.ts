import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A mail as it lies in the outbox, decoded. */
export interface OutboxMail {
  to: string
  from: string
  subject: string
  /** as its head has it */
  date: string
  text: string
  html: string
  /** the file that comes with it */
  file?: { name: string; bytes: Buffer }
}

/** The mails of a server without a mail server, in the order in which they were written. */
export function readOutbox(dataDir: string): OutboxMail[] {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readEml(readFileSync(join(folder, name), 'utf8')))
}

/** The codes of six digits that somebody was mailed, oldest first. */
export const codesTo = (dataDir: string, email: string): string[] =>
  readOutbox(dataDir).flatMap(({ to, subject, text }) =>
    to === email && subject.includes('code') ? (/\b\d{6}\b/.exec(text)?.[0] ?? []) : [],
  )

/** The link in a mail's text that begins with a path of ours. */
export const linkIn = ({ text }: OutboxMail, path: string): string =>
  /https?:\/\/\S+/g[Symbol.match](text)?.find((link) => new URL(link).pathname.startsWith(path)) ?? ''

type Part = ReturnType<typeof partOf>

/** The parts of a message, those of parts too. */
function partsOf({ headers, body }: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) return [{ headers, body }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(partOf(part.replace(/^\r?\n/, ''))))
}

/** Reads a message of ours (RFC 5322, multipart/alternative or mixed). */
export function readEml(eml: string): OutboxMail {
  const message = partOf(eml)
  const { headers } = message
  const parts = partsOf(message)
  const file = parts.find(({ headers: of }) => of['content-disposition']?.startsWith('attachment'))
  const text = (type: string) => {
    const part = parts.find(({ headers: of }) => of['content-type']?.startsWith(type))
    return part ? decoded(part.body, part.headers['content-transfer-encoding'] ?? '') : ''
  }
  return {
    to: headers.to ?? '',
    from: headers.from ?? '',
    subject: words(headers.subject ?? ''),
    date: headers.date ?? '',
    text: text('text/plain'),
    html: text('text/html'),
    ...(file && {
      file: {
        name: /filename="?([^";]+)/.exec(file.headers['content-disposition']!)?.[1] ?? '',
        bytes: Buffer.from(file.body, 'base64'),
      },
    }),
  }
}

function partOf(text: string): { headers: Record<string, string>; body: string } {
  const end = text.search(/\r?\n\r?\n/)
  const lines = text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return { headers: Object.fromEntries(headers), body: text.slice(end).replace(/^\r?\n\r?\n/, '') }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  return quoted(body.replace(/=\r?\n/g, '')).replaceAll('\r\n', '\n')
}

const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Encoded words of a header (RFC 2047). */
const words = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quoted(word.replaceAll('_', ' ')),
    )
