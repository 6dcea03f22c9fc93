import { createHash } from 'node:crypto'
import { XMLBuilder } from 'fast-xml-parser'

/** What becomes XML: an object is an element's content in its order, `@name` an attribute; undefined is left out. */
export type XmlNode =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlNode[]
  | { readonly [name: string]: XmlNode }

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
})

export const xmlOf = (name: string, node: XmlNode): string => builder.build({ [name]: node })

/** The most characters of a text in DATEX II. */
const textMost = 1024

/** A text that XML can hold: without characters that it forbids and halves of pairs, and cut where it is too long. */
export const textOf = (text: string): string =>
  text.slice(0, textMost).replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** A text for people; its language is not known, or is English. */
export const multilingual = (text: string, language?: 'en'): XmlNode => ({
  'com:values': { 'com:value': { ...(language && { '@lang': language }), '#text': textOf(text) } },
})

/** An object with an id for good and a version that is a mark of its content. */
export const versioned = (id: string, content: { readonly [name: string]: XmlNode }) => ({
  '@id': id,
  '@version': createHash('sha1').update(JSON.stringify(content)).digest('hex').slice(0, 12),
  ...content,
})
