import { execFileSync } from 'node:child_process'

const root = new URL('../..', import.meta.url)

/**
 * What chance in tests grows from: SEED where that is set, else a number of the tree that is committed. So what passed once on a
 * commit passes again elsewhere, and each change tries other histories. Without git it is 1.
 */
export function seedOfRun() {
  if (process.env.SEED) return process.env.SEED
  try {
    const command = ['rev-parse', 'HEAD^{tree}']
    const tree = execFileSync('git', command, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return String(Number.parseInt(tree.slice(0, 7), 16))
  } catch {
    return '1'
  }
}
