import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a start may cost wherever it runs, beside what a machine's speed makes of it. */
const budgets = {
  /** packages that `npm start` installs, those of other systems included */
  packages: 410,
  /** of all that the server runs from, without source maps */
  serverBytes: 6_450_000,
  /** of the scripts and styles of the web application, with all its screens and languages, as they are before they are packed */
  webBytes: 5_600_000,
  /** migrations that the database which a first start unpacks does not have yet: each is applied alone (CONTRIBUTING.md#cut-a-release) */
  migrations: 30,
}

/** What of a start is over its budget, a line each; what is not built is not looked at. */
export function overBudget(folder, allowed = budgets) {
  const spent = {
    packages: packagesOfAStart(folder),
    serverBytes: bytesIn(join(folder, 'server/dist'), ['main.js', 'programs'], /\.js$/),
    webBytes: bytesIn(join(folder, 'web/dist'), ['assets'], /\.(js|css)$/),
    migrations: migrationsOfAStart(folder),
  }
  return Object.entries(spent)
    .filter(([name, amount]) => amount > allowed[name])
    .map(([name, amount]) => `A start's ${name} are ${amount}, and its budget is ${allowed[name]}.`)
}

/** How many packages are installed where only programs are to run. */
function packagesOfAStart(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  ).length
}

function migrationsOfAStart(folder) {
  const [made, all] = ['server/releases/database.txt', 'server/migrations'].map((path) => join(folder, path))
  if (!existsSync(made) || !existsSync(all)) return 0
  const has = new Set(readFileSync(made, 'utf8').split('\n'))
  return readdirSync(all).filter((name) => name.endsWith('.sql') && !has.has(name)).length
}

function bytesIn(folder, names, pattern) {
  const sizeOf = (path) => {
    const stats = statSync(path)
    if (stats.isDirectory()) return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    return pattern.test(path) ? stats.size : 0
  }
  return names
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .reduce((sum, path) => sum + sizeOf(path), 0)
}
