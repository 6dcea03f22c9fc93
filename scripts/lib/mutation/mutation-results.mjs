import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyOf } from './mutation-parts.mjs'

/** The results of runs, kept in a folder of their own: each under what it follows from, so that it is found as long as it holds. */
export class MutationResults {
  constructor(root, folder) {
    this.root = root
    this.folder = folder
  }

  /** The verdict on a run, or undefined where it was not tried as it stands. */
  find(run) {
    const path = this.#pathOf(run)
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  }

  /** Keeps what `work` gives for a run, as it stood when that began. */
  async making(run, work) {
    const path = this.#pathOf(run)
    const verdict = await work()
    mkdirSync(this.folder, { recursive: true })
    writeFileSync(path, JSON.stringify(verdict))
    return verdict
  }

  #pathOf = (run) => join(this.folder, `${keyOf(this.root, run)}.json`)
}

/** What came of a part so far: how many of its runs were tried, and the sum of their verdicts. */
export function standingOf({ name, runs }, results) {
  const verdicts = runs.map((run) => results.find(run)).filter((one) => one !== undefined)
  return {
    name,
    runs: runs.length,
    tried: verdicts.length,
    killed: verdicts.reduce((sum, one) => sum + one.killed, 0),
    all: verdicts.reduce((sum, one) => sum + one.all, 0),
    missed: verdicts.flatMap((one) => one.missed),
  }
}

/**
 * Takes what survived out of what Stryker knows of a run, so that it is tried again: it does not see that a new test comes by what a
 * module computes as it is loaded.
 */
export function forgetSurvivors(path) {
  if (!existsSync(path)) return
  const report = JSON.parse(readFileSync(path, 'utf8'))
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  writeFileSync(path, JSON.stringify(report))
}
