import type { Readable } from 'node:stream'

/** the longest line: a dump's INSERT holds as much as a packet of its server */
const lineMost = 64 * 1024 * 1024

/** A line of a file that is longer than any that can be read. */
export class LineTooLong extends Error {}

/** The lines of a UTF-8 text, without their ends; only a line feed ends one, with or without a carriage return before it. */
export async function* linesOf(body: Readable | AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  let length = 0
  for await (const chunk of body) {
    const text = decoder.decode(chunk as Uint8Array, { stream: true })
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      rest.push(text.slice(start, end))
      yield withoutReturn(rest.join(''))
      rest = []
      length = 0
      start = end + 1
    }
    rest.push(text.slice(start))
    length += text.length - start
    if (length > lineMost) throw new LineTooLong()
  }
  const last = rest.join('') + decoder.decode()
  if (last !== '') yield withoutReturn(last)
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
