import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whose codec an example of the standard is tried with, by the beginning of its name: the first that fits. */
const kinds = [
  [/^cdr_/, 'cdr'],
  [/^credentials_/, 'credentials'],
  [/^location_energymix_/, 'energyMix', 'energy_mix'],
  [/^location_(hours|regularhours)_/, 'hours', 'opening_times'],
  [/^location_patch_example_location/, 'partLocation'],
  [/^location_patch_example_(remove_evse|status)/, 'partEvse'],
  [/^location_patch_example_tariff/, 'partConnector'],
  [/^location_put_example_add_evse/, 'evse'],
  [/^location_/, 'location'],
  [/^session_patch_/, 'partSession'],
  [/^session_/, 'session'],
  [/^tariff/, 'tariff'],
  [/^token_patch_/, 'partToken'],
  [/^(token_|transport_and_format_get_token)/, 'token'],
  [/^(version_details_|transport_and_format_version_details)/, 'versionDetails'],
  [/^(versions_info_|transport_and_format_version_info)/, 'versionListed'],
  [/^type_displaytext/, 'displayText'],
  [/^envelope of /, 'envelope'],
]

/** What examples break of the standard's own tables, as they stood in November 2026; the standard mends some from time to time. */
const knownFaults = [
  {
    example: /^cdr_example/,
    path: /tax_included$/,
    why: 'the tariff in it has no tax_included, which is required',
  },
  { example: /^location_put_example_add_evse/, path: /power_type|max_voltage|max_amperage/, why: 'required' },
  { example: /^location_put_example_add_evse/, path: /last_updated$/, why: 'required of a connector' },
  {
    example: /^location_put_example_add_evse/,
    path: /^physical_reference$/,
    why: 'a number where a text is due',
  },
  { example: /^tariff_put_example/, path: /^last_updated$/, why: 'required' },
]

/** The examples of a checkout of the standard, as { name, kind, json }: its files, and what stands between lines of its text. */
export function examplesIn(folder) {
  const ofFolder = (path, ending) => readdirSync(path).filter((name) => name.endsWith(ending))
  const files = ofFolder(join(folder, 'examples'), '.json').map((name) => ({
    name: name.replace(/\.json$/, ''),
    text: readFileSync(join(folder, 'examples', name), 'utf8'),
  }))
  const inText = ofFolder(folder, '.asciidoc').flatMap((name) =>
    blocksOf(readFileSync(join(folder, name), 'utf8')).map((text) => ({ name: `envelope of ${name}`, text })),
  )
  return [...files, ...inText].flatMap(({ name, text }) => triedAs(name, JSON.parse(text)))
}

/** The JSON objects that stand in a text itself, each between two lines of hyphens. */
function blocksOf(text) {
  return text.split(/^----$/m).filter((block, index) => index % 2 === 1 && /^\s*[{[]/.test(block))
}

/** What of an example is tried: each of a list, what an envelope holds, and the field that an example is about. */
function triedAs(name, json) {
  const [, kind, field] = kinds.find(([pattern]) => pattern.test(name)) ?? []
  const inner = name.startsWith('transport_and_format') ? json.data : (json[field] ?? json)
  const list = Array.isArray(inner) ? inner : [inner]
  return list.map((one, index) => ({
    name: list.length > 1 ? `${name} ${index + 1}` : name,
    kind,
    json: one,
  }))
}

/** What an example breaks of the schemas, as { message, why }; `why` is there where the fault is the example's own. */
export function judged({ name, kind }, faults) {
  if (!kind) return [{ message: 'is of no kind that is known' }]
  return faults.map(({ path, message }) => ({
    message: `${path}: ${message}`,
    why: knownFaults.find((known) => known.example.test(name) && known.path.test(path))?.why,
  }))
}
