import { readFileSync } from 'node:fs'

export interface ScreenRow {
  /** a letter for each role that opens it, small where it is not in that role's menu; a dash or a dot for the others */
  roles: string
  /** as the router has it, e.g. /drivers/$driverId */
  path: string
  /** what it is called in English; undefined: nothing names it */
  name: string | undefined
  /** of what is in the menu: what it offers while it is empty, or null */
  whenEmpty: { administrator: string | null; manager: string | null } | undefined
}

const step = (text: string): string | null => (text.trim() === 'nothing' ? null : text.trim())

function rowOf(line: string): ScreenRow {
  const [, roles, path, name, steps] = /^((?:\S ){5}) *(\S+)(?: +([^|]+?))?(?: *\| (.+))?$/.exec(line) ?? []
  if (!roles || !path) throw new Error(`This is no row of the screens' table: ${line}`)
  const [administrator, manager] = steps?.split(' / ').map(step) ?? []
  const whenEmpty =
    administrator === undefined
      ? undefined
      : { administrator, manager: manager === undefined ? administrator : manager }
  return { roles, path, name, whenEmpty }
}

/** Every screen that needs a log-in, by hand: web/src/layout/screens.txt. Those of the menu come first, top down. */
export const screenTable = readFileSync(
  new URL('../../../web/src/layout/screens.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(rowOf)

/** What is in the menu, top down. */
export const menu = screenTable.flatMap(({ whenEmpty, name, ...row }) =>
  whenEmpty && name !== undefined ? [{ ...row, name, whenEmpty }] : [],
)
