import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../../root.mjs'
import { languages } from '../languages.mjs'
import { groupsOf, writeLists } from './lists.mjs'
import { readTexts, textFiles, textsOfScreens, textsOfServer } from './texts.mjs'

const half = /^(.+\.json)\?language=(\w+)$/

/**
 * Gives programs texts in one language, while a file has them in all: `virtual:texts/pay` loads a bundle of web/src/i18n/bundles.json
 * in each language, `virtual:texts/de/pay` is it in one, and `virtual:server-texts` all that the server has. The halves of files are
 * modules that bundles share, so that a browser gets its own language alone.
 */
export const texts = () => ({
  name: 'texts',
  buildStart: writeLists,
  resolveId: {
    filter: { id: /^virtual:(server-)?texts/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: [/^\0virtual:(server-)?texts/, half] },
    handler(id) {
      const [, file, language] = half.exec(id) ?? []
      if (file) {
        this.addWatchFile(file)
        return { code: JSON.stringify(readTexts(file, language)), moduleType: 'json' }
      }
      if (id === '\0virtual:server-texts') return textsOfAllLanguages(textFiles(at(textsOfServer)))
      const [bundle, ofLanguage] = id.split('/').slice(1).toReversed()
      return ofLanguage ? textsOf(filesOf(bundle), ofLanguage) : loadersOf(bundle)
    },
  },
  configureServer(server) {
    const isText = (path) => path.startsWith(join(at(textsOfScreens), '/')) && path.endsWith('.json')
    for (const event of ['add', 'unlink'])
      server.watcher.on(event, (path) => isText(path) && server.restart())
  },
})

function loadersOf(bundle) {
  const loaders = languages.map(
    (language) => `${language}: () => import('virtual:texts/${language}/${bundle}')`,
  )
  return `export default { ${loaders.join(', ')} }`
}

/** The files that a bundle lists, or (`*`) all but those with a `!`. */
function filesOf(bundle) {
  const listed = JSON.parse(readFileSync(at('web/src/i18n/bundles.json'), 'utf8'))[bundle]
  return textFiles(at(textsOfScreens)).filter(({ name }) =>
    listed.includes('*') ? !listed.includes(`!${name}`) : listed.includes(name),
  )
}

const importsOf = (files, language) =>
  files.map(({ path }, i) => `import ${language}${i} from ${JSON.stringify(`${path}?language=${language}`)}`)

/** The texts of files, by what the code sees each file as. */
const objectOf = (files, language) =>
  `{ ${[...groupsOf(files)]
    .map(([name, indexes]) =>
      indexes.length > 1
        ? `${name}: { ${indexes.map((i) => `...${language}${i}`).join(', ')} }`
        : `${name}: ${language}${indexes[0]}`,
    )
    .join(', ')} }`

const textsOf = (files, language) =>
  [...importsOf(files, language), `export default ${objectOf(files, language)}`].join('\n')

const textsOfAllLanguages = (files) =>
  [
    ...languages.flatMap((language) => importsOf(files, language)),
    `export default { ${languages.map((language) => `${language}: ${objectOf(files, language)}`).join(', ')} }`,
  ].join('\n')
