import { CommandFailed, endRunning, exitCodeOf, whenEnded } from './run.mjs'

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Does a piece of work, with one line on the screen that says what and how long; passes on what the work gives or throws. */
export async function step(name, work) {
  const since = performance.now()
  const live = process.stdout.isTTY
  const show = (text) => process.stdout.write(live ? `\r\x1b[2K${text}` : text)
  show(live ? `· ${name}` : `· ${name}\n`)
  const ticking = live ? setInterval(() => show(`· ${name} ${seconds(since)}`), 1000) : undefined
  try {
    const result = await work()
    show(`✓ ${name} ${seconds(since)}\n`)
    return result
  } catch (error) {
    show(`✗ ${name} ${seconds(since)}\n`)
    throw error
  } finally {
    clearInterval(ticking)
  }
}

/**
 * Runs a command's main function; a failure ends the process with what failed and what it wrote, a signal as one does. Programs that were
 * started have ended before that, and `tidy` has been done.
 */
export async function main(work, tidy = async () => {}) {
  let isLeaving = false
  const leave = async (code) => {
    isLeaving = true
    await endRunning()
    await tidy()
    process.exit(code)
  }
  whenEnded((signal) => leave(exitCodeOf(signal)))
  try {
    await work()
    await tidy()
  } catch (error) {
    // what a signal has ended has not failed
    if (isLeaving) return
    if (error instanceof CommandFailed) console.error(`${error.output.trim()}\n\n${error.message}.`)
    else if (error instanceof Refusal) console.error(error.message)
    else console.error(error)
    await leave(1)
  }
}

/** Something that the person at the keyboard can mend; shown as one line. */
export class Refusal extends Error {}
