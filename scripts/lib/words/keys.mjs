const plural = /_(zero|one|two|few|many|other)$/
const placeholdersOf = (text) => [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g) ?? [])].sort().join(' ')

/** Keys without their plural suffix; only where an _other stands beside, since a code may end in such a word itself. */
function basesOf(texts) {
  const stem = (key) => key.replace(plural, '')
  return (key) => (`${stem(key)}_other` in texts ? stem(key) : key)
}

/**
 * What is wrong with the texts: { language: { key: text } } against each other and against the sources that use them.
 * A key counts as used when it stands in the code as a string, or when a template such as `errors.${code}` matches it.
 */
export function problemsOf(languages, sources) {
  const [reference] = Object.keys(languages)
  return [...differencesOf(languages), ...problemsOfUse(languages[reference], sources)]
}

/** Where the texts of the other languages are not those of the first: missing, empty, with other placeholders or plurals. */
export function differencesOf(languages) {
  const [reference, ...others] = Object.keys(languages)
  return [
    ...others.flatMap((language) => missing(languages[reference], languages[language], language, reference)),
    ...Object.keys(languages).flatMap((language) => wrongPlurals(languages[language], language)),
  ]
}

function missing(reference, texts, language, referenceName) {
  const byBase = (all) => new Map(Object.entries(all).map(([key, text]) => [basesOf(all)(key), text]))
  const known = byBase(texts)
  const wanted = byBase(reference)
  const problems = []
  for (const [key, text] of wanted) {
    const here = known.get(key)
    if (here === undefined) problems.push(`${language}: ${key} is missing`)
    else if (here.trim() === '') problems.push(`${language}: ${key} is empty`)
    else if (placeholdersOf(here) !== placeholdersOf(text))
      problems.push(`${language}: ${key} has other placeholders than ${referenceName}`)
  }
  for (const key of known.keys())
    if (!wanted.has(key)) problems.push(`${language}: ${key} is not in ${referenceName}`)
  return problems
}

function wrongPlurals(texts, language) {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const baseOf = basesOf(texts)
  const given = new Map()
  for (const key of Object.keys(texts).filter((name) => baseOf(name) !== name))
    given.set(baseOf(key), [...(given.get(baseOf(key)) ?? []), key.match(plural)[1]])
  return [...given].flatMap(([key, forms]) =>
    [
      ...categories
        .filter((category) => !forms.includes(category))
        .map((form) => `${language}: ${key}_${form} is missing`),
    ].concat(
      forms
        .filter((form) => !categories.includes(form))
        .map((form) => `${language}: ${key}_${form} is never used in this language`),
    ),
  )
}

function problemsOfUse(texts, sources) {
  const keys = new Set(Object.keys(texts).map(basesOf(texts)))
  const tops = new Set([...keys].map((key) => key.split('.')[0]))
  const literals = new Set()
  const templates = []
  const unknown = []
  for (const source of sources) {
    for (const [, literal] of source.matchAll(/['"]([\w-]+(?:\.[\w-]+)+)['"]/g)) literals.add(literal)
    for (const [, template] of source.matchAll(/`([\w.-]*\$\{[^`]*)`/g))
      if (tops.has(template.split('.')[0])) templates.push(patternOf(template))
    for (const [, called] of source.matchAll(/\bt\(\s*['"]([^'"]+)['"]/g))
      if (!keys.has(called)) unknown.push(`used but unknown: ${called}`)
  }
  const used = (key) => literals.has(key) || templates.some((pattern) => pattern.test(key))
  return [
    ...new Set(unknown),
    ...[...keys].filter((key) => !used(key)).map((key) => `unused: ${key}`),
    ...templates
      .filter((pattern) => ![...keys].some((key) => pattern.test(key)))
      .map((pattern) => `matches nothing: ${pattern.source}`),
  ]
}

function patternOf(template) {
  const parts = template.split(/\$\{(?:[^{}]|\{[^}]*\})*\}/).map((part) => part.replaceAll('.', '\\.'))
  return new RegExp(`^${parts.join('[\\w.-]+')}$`)
}
