import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/**
 * Counts the processor time of programs as they end, by the name that each is counted under; null where the system does not say. A
 * program's time has that of all that it started and waited for in it (proc_pid_stat(5), cutime and cstime).
 */
export class ProcessorTime {
  #counted = 0
  #seconds = new Map()
  #read

  constructor(read = () => readFileSync('/proc/self/stat', 'utf8')) {
    this.#read = read
  }

  /** A program has ended: what all have taken by now and was not counted before is its time. */
  count(name) {
    const ended = this.#ended()
    if (ended === null) return
    this.#seconds.set(name, (this.#seconds.get(name) ?? 0) + ended - this.#counted)
    this.#counted = ended
  }

  /** Such as "812 s of processor time: unit 500, browser 312"; null where nothing was counted. */
  toLine() {
    if (this.#seconds.size === 0) return null
    const parts = [...this.#seconds].filter(([, seconds]) => seconds >= 0.5).sort(([, a], [, b]) => b - a)
    const named = parts.map(([name, seconds]) => `${name} ${seconds.toFixed(0)}`)
    return `${this.#counted.toFixed(0)} s of processor time: ${named.join(', ')}`
  }

  #ended() {
    try {
      // a program's name may have spaces and brackets
      const fields = this.#read()
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
    } catch {
      return null
    }
  }
}
