import { inflateSync } from 'node:zlib'

const pieces = /(\d+) 0 obj\s([\s\S]*?)endobj/g
const streamOf = /stream\r?\n([\s\S]*?)\nendstream/
/** The last byte of a stream may be that of a line break. */
const lengthOf = /\/Length (\d+)/

/** The text of a PDF file whose fonts say what their glyphs mean, as it stands on its pages: what a reader copies out of it. */
export function readPdfText(file: Buffer): string {
  const objects = new Map<string, string>()
  for (const [, number, body] of file.toString('latin1').matchAll(pieces)) objects.set(number!, body!)
  const content = (body: string) => {
    const stream = Buffer.from(streamOf.exec(body)![1]!, 'latin1').subarray(
      0,
      Number(lengthOf.exec(body)![1]),
    )
    return /FlateDecode/.test(body) ? inflateSync(stream).toString('latin1') : stream.toString('latin1')
  }
  /** glyph, in hexadecimal, to letters; by the name of the font */
  const letters = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    for (const [, name, font] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font!) ?? '')?.[1]
      if (unicode) letters.set(name!, lettersOf(content(objects.get(unicode)!)))
    }
  }
  let text = ''
  for (const body of objects.values()) {
    if (!streamOf.test(body) || /\/Length1|\/ToUnicode|\/Subtype/.test(body)) continue
    let font = new Map<string, string>()
    for (const [, name, array] of content(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = letters.get(name) ?? font
      else {
        for (const [, hex] of array!.matchAll(/<([0-9a-f]+)>/gi))
          for (const glyph of hex!.match(/.{4}/g) ?? []) text += font.get(glyph.toLowerCase()) ?? '?'
        text += '\n'
      }
    }
  }
  return text
}

function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first, , list] of map.matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*\[([^\]]*)\]/gi)) {
    const texts = [...list!.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) =>
      (hex!.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
    )
    for (const [at, text] of texts.entries())
      letters.set((Number.parseInt(first!, 16) + at).toString(16).padStart(4, '0'), text)
  }
  return letters
}
