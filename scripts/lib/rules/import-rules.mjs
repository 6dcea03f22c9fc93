import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { circles } from '../reading/circles.mjs'
import { readDistricts, sliceOf, slicesFolder } from '../reading/districts.mjs'
import { lineAt, readable } from '../reading/source-text.mjs'
import { isCode, isTest, readFiles } from '../reading/sources.mjs'

/** Which workspace may import which. A workspace in this list imports no others of ours. */
const workspaces = {
  units: [],
  contract: ['units'],
  ocpp: ['units'],
  ocpi: [],
  energy: [],
  simulator: ['units', 'ocpp'],
  'payment-sandbox': ['units'],
  server: ['units', 'contract', 'ocpp', 'ocpi', 'energy', 'simulator', 'payment-sandbox'],
  web: ['units', 'contract'],
  e2e: ['units', 'contract', 'ocpp', 'simulator', 'payment-sandbox', 'server'],
  bench: ['units', 'contract', 'ocpp', 'energy', 'simulator', 'payment-sandbox', 'server'],
}

/** Workspaces that are there for tests and measurements only: a start does not install what they import. */
const testing = ['e2e', 'bench']

/** Layers of web/src, left to right: a file imports its own layer and those to the left. */
const webLayers = [
  ['ui', 'api', 'i18n'],
  ['slices'],
  ['layout'],
  ['pages'],
  ['app', 'main', 'router', 'routes'],
]

/** What no server needs to begin with: it is loaded where it is used, by `await import()`, and a start is not kept waiting for it. */
const loadedWhenUsed = [
  ...['@peculiar/x509', '@stationmaster/simulator', 'bcryptjs', 'hucre', 'mysql2', 'nodemailer', 'pdfkit'],
  ...['sanitize-html', 'sharp'],
]
const serverBegins = 'server/src/main.ts'

export const importPattern =
  /^(?:import|export)\b[^;'"`]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm

/** Checks every import of the repository; gives one line for each that the architecture does not allow. */
export function brokenImports(folder) {
  const districts = readDistricts(folder)
  const { order } = districts
  const broken = [...unknownSlices(folder, districts), ...strayDistricts(folder, districts)]
  const doors = doorsOf(folder)
  const graph = new Map()
  const loads = new Map()
  for (const workspace of Object.keys(workspaces).filter((name) => existsSync(join(folder, name)))) {
    const manifest = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8'))
    for (const { path, source } of readFiles(join(folder, workspace), isCode)) {
      const { text } = readable(source, path)
      const reached = []
      const loaded = []
      graph.set(`${workspace}/${path}`, reached)
      loads.set(`${workspace}/${path}`, loaded)
      for (const match of text.matchAll(importPattern)) {
        const target = match[1] ?? match[2] ?? match[3]
        const onlyTypes = /^\w+\s+type\b/.test(match[0])
        const from = { workspace, path, manifest, order, doors, onlyTypes }
        if (target.startsWith('.')) reached.push(posix.join(workspace, posix.dirname(path), target))
        const reason = target.startsWith('.') ? relativeReason(from, target) : packageReason(from, target)
        const offset = match.index + match[0].lastIndexOf(target)
        if (match[3] === undefined && !onlyTypes) loaded.push({ target, line: lineAt(text, offset) })
        if (reason) broken.push(`${workspace}/${path}:${lineAt(text, offset)}: ${reason}`)
      }
    }
  }
  return [
    ...broken,
    ...loadedEarly(loads),
    ...circles(graph).map((files) => `${files[0]}: a circle of imports: ${files.join(' -> ')}`),
  ]
}

/** Where a start of the server comes upon a library that is loaded when it is used; `loads` gives what each file imports at once. */
function loadedEarly(loads) {
  const early = []
  const seen = new Set([serverBegins])
  for (const path of seen)
    for (const { target, line } of loads.get(path) ?? []) {
      if (target.startsWith('.')) seen.add(posix.join(posix.dirname(path), target))
      else if (loadedWhenUsed.some((name) => target === name || target.startsWith(`${name}/`)))
        early.push(`${path}:${line}: load "${target}" where it is used, by await import()`)
    }
  return early
}

/** Folders that a folder has, none where it is not there. */
const foldersIn = (folder, path) =>
  existsSync(join(folder, path))
    ? readdirSync(join(folder, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : []

/** The slices that a side has, each with its district. */
const slicesIn = (folder, path) =>
  foldersIn(folder, path).flatMap((district) =>
    foldersIn(folder, `${path}/${district}`).map((slice) => ({ district, slice })),
  )

function unknownSlices(folder, { order, of }) {
  const slices = slicesIn(folder, slicesFolder)
  return [
    ...slices
      .filter(({ district, slice }) => of.get(slice) !== district)
      .map(
        ({ district, slice }) =>
          `${slicesFolder}/${district}/${slice}: is not in ${slicesFolder}/order.json, or in another district`,
      ),
    ...order
      .filter((name) => !slices.some(({ slice }) => slice === name))
      .map((name) => `${slicesFolder}/order.json: there is no slice "${name}"`),
  ]
}

/** Where the folders of districts stand beside the server's, and what else stands there. */
const besideServer = {
  'contract/src': ['base', 'errors'],
  'web/src/slices': [],
  'web/src/pages': ['frame'],
}

/** What stands in no district of order.json, or on the web's side in another one than on the server's. */
function strayDistricts(folder, { names, of }) {
  return [
    ...Object.entries(besideServer).flatMap(([path, others]) =>
      foldersIn(folder, path)
        .filter((name) => !names.includes(name) && !others.includes(name))
        .map((name) => `${path}/${name}: there is no such district in ${slicesFolder}/order.json`),
    ),
    ...slicesIn(folder, 'web/src/slices')
      .filter(({ district, slice }) => of.has(slice) && of.get(slice) !== district)
      .map(
        ({ district, slice }) =>
          `web/src/slices/${district}/${slice}: the server has it in the district ${of.get(slice)}`,
      ),
  ]
}

/** What the workspaces export beside themselves, e.g. @stationmaster/server/outbox. */
function doorsOf(folder) {
  return Object.keys(workspaces)
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .flatMap((name) => {
      const { exports } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
      return Object.keys(exports ?? {}).map((door) => posix.join(`@stationmaster/${name}`, door))
    })
}

/** Modules that a plugin of our builds makes (scripts/lib/words/texts/plugin.mjs), with the workspace that has them. */
const madeByBuild = { web: /^virtual:texts\//, server: /^virtual:server-texts$/ }

function packageReason({ workspace, path, manifest, doors, onlyTypes }, target) {
  if (madeByBuild[workspace]?.test(target)) return undefined
  if (isBuiltin(target)) {
    if (workspace === 'web' && path.startsWith('src/') && !isTest(path)) return `a browser has no "${target}"`
    return target.startsWith('node:') ? undefined : `write "node:${target}"`
  }
  const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/')
  if (name.startsWith('@stationmaster/')) {
    const other = name.slice('@stationmaster/'.length)
    if (!workspaces[workspace].includes(other)) return `${workspace} must not import ${other}`
    if (target !== name && !doors.includes(target)) return `import "${name}", not a file inside it`
  }
  if (manifest.dependencies?.[name]) return undefined
  const toolsAllowed = isTest(path) || !path.startsWith('src/') || testing.includes(workspace)
  if (manifest.devDependencies?.[name]) {
    // nothing is left of types in what runs
    return toolsAllowed || onlyTypes ? undefined : `"${name}" is a development dependency of ${workspace}`
  }
  if (toolsAllowed && ['vitest', 'fast-check', 'vite'].includes(name)) return undefined
  return `"${name}" is not a dependency of ${workspace}`
}

function relativeReason({ workspace, path, order }, target) {
  const reached = posix.normalize(posix.join(posix.dirname(path), target))
  if (reached.startsWith('../')) {
    const isScript = workspace === 'e2e' || !path.startsWith('src/')
    return isScript && reached.startsWith('../scripts/')
      ? undefined
      : `reaches out of ${workspace}: ${target}`
  }
  if (workspace === 'server') return serverReason(path, reached, order)
  if (workspace === 'web') return webReason(path, reached)
  return undefined
}

function serverReason(path, reached, order) {
  const from = sliceOf(path)?.slice
  const to = sliceOf(reached)?.slice
  if (isTest(path)) return undefined
  if (path.startsWith('src/platform/') && to) return `the platform must not import the slice ${to}`
  if (!from || !to || from === to) {
    const top = /^src\/(main|app|flow)\.ts$/.exec(reached)
    return top && (from || path.startsWith('src/platform/'))
      ? `nothing below imports ${top[1]}.ts`
      : undefined
  }
  if (order.indexOf(to) < order.indexOf(from)) return undefined
  return `the slice ${from} must not import ${to}: it stands to the right in order.json`
}

function webReason(path, reached) {
  const from = layerOf(path)
  const to = layerOf(reached)
  if (from === undefined || to === undefined || isTest(path)) return undefined
  if (to > from) return `${webLayers[from][0]} must not import ${reached}: it stands to the right of it`
  const slice = sliceOf(path)?.slice
  const other = sliceOf(reached)?.slice
  if (slice && other && slice !== other)
    return `the slice ${slice} must not import ${other}: a page composes them`
  return undefined
}

function layerOf(path) {
  const first = /^src\/([^/.]+)/.exec(path)?.[1]
  const layer = webLayers.findIndex((names) => names.includes(first))
  return layer < 0 ? undefined : layer
}
