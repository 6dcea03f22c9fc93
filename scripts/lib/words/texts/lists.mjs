import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { at } from '../../root.mjs'
import { textFiles, textsOfScreens, textsOfServer } from './texts.mjs'

/** How the compiler sees texts in one language, whichever: a text, a list of them, or the text whose form a count chooses. */
const inLanguage = `type InLanguage<Node> = {
  [Key in keyof Node]: Node[Key] extends { en: infer Text }
    ? Text extends string | string[] ? Text : string
    : InLanguage<Node[Key]>
}`

/** Writes for the compiler which texts there are; what they say it reads in the files themselves. */
export function writeLists() {
  for (const folder of [textsOfScreens, textsOfServer]) {
    const list = at(folder, '../generated/texts.ts')
    const files = textFiles(at(folder))
    const members = [...groupsOf(files)].map(
      ([name, indexes]) => `  ${name}: ${indexes.map((i) => `typeof text${i}`).join(' & ')}`,
    )
    write(
      list,
      [
        ...files.map(({ path }, i) => `import type text${i} from '${between(list, path)}'`),
        inLanguage,
        `export type Texts = InLanguage<{\n${members.join('\n')}\n}>\n`,
      ].join('\n'),
    )
  }
}

/** Which files the code sees as what: account-mails.json and the like together as `mails`, report-columns.json as `reportColumns`. */
export function groupsOf(files) {
  const groups = new Map()
  for (const [i, { name }] of files.entries()) {
    const group = name.endsWith('-mails') ? 'mails' : name.replace(/-\w/g, (part) => part[1].toUpperCase())
    groups.set(group, [...(groups.get(group) ?? []), i])
  }
  return groups
}

const between = (from, to) => relative(dirname(from), to).split(sep).join('/')

/** Leaves a file alone that is as it should be: who watches it need not look again. */
function write(path, source) {
  if (existsSync(path) && readFileSync(path, 'utf8') === source) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
}
