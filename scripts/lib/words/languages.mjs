import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../../units/src/languages.ts', import.meta.url), 'utf8')
const list = /export const languages = \[([^\]]+)\]/.exec(source)
if (!list) throw new Error('units/src/languages.ts has no list of languages')

/** Languages of the product, read from units/src/languages.ts. */
export const languages = Array.from(list[1].matchAll(/'(\w+)'/g), ([, language]) => language)
