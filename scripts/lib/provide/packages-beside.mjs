import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** npm's own record of a folder of packages. */
export const recordIn = (packages) => join(packages, '.package-lock.json')

/** Copies into an empty folder what npm needs to install there what the lock of `root` wants. */
export function layOutBeside(root, beside) {
  rmSync(beside, { recursive: true, force: true })
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = ['', ...workspaces].map((part) => join(part, 'package.json'))
  for (const path of ['package-lock.json', '.npmrc', ...manifests]) {
    mkdirSync(dirname(join(beside, path)), { recursive: true })
    copyFileSync(join(root, path), join(beside, path))
  }
}

/**
 * Moves the packages that `to` lacks from another folder of packages of the same lock, where each has the same place. npm's record of
 * them is changed last: what ends before is not taken for whole.
 */
export function takePackages(from, to) {
  for (const path of packagesIn(from))
    if (!lstatSync(join(to, path), { throwIfNoEntry: false })) move(join(from, path), join(to, path))
  const [taken, own] = [from, to].map((packages) => JSON.parse(readFileSync(recordIn(packages), 'utf8')))
  writeFileSync(
    recordIn(to),
    JSON.stringify({ ...own, packages: { ...taken.packages, ...own.packages } }, null, 2),
  )
}

/** Packages, those of scopes, and the programs that packages bring. */
const packagesIn = (folder) =>
  readdirSync(folder).flatMap((name) => {
    if (name.startsWith('@') || name === '.bin')
      return readdirSync(join(folder, name)).map((own) => join(name, own))
    return name.startsWith('.') ? [] : [name]
  })

function move(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  if (!isOurs(from)) return renameSync(from, to)
  // a package of ours is a link to its folder, which is another one here; where links need an absolute address, Node makes it one
  symlinkSync(join('..', '..', basename(readlinkSync(from))), to, 'junction')
}

const isOurs = (path) => lstatSync(path).isSymbolicLink() && existsSync(join(path, 'package.json'))
