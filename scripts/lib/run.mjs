import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { ProcessorTime } from './outcome/results/processor-time.mjs'
import { at, root } from './root.mjs'

/** A command that ended badly; `output` is what it wrote. */
export class CommandFailed extends Error {
  constructor(command, code, output) {
    super(`${command} ended with code ${code}`)
    this.output = output
  }
}

/** Programs that run, each with the signal that ends it. */
const running = new Map()
/** What programs that `run` has started have computed. */
export const processorTime = new ProcessorTime()

/** Of what need not be done first: a third of the processor's time that others get beside it, and all that they leave. */
const behindOthers = 5

/**
 * Runs a program and resolves with { code, output }; never rejects. Its output is collected, and also shown where `show` is set:
 * line by line, each behind that name, for others may run beside it. Where `behind` is set they go first. `endsBy` is the signal that ends it
 * where we end first. A missing program has code 127.
 */
export function run(
  program,
  args,
  { cwd = root, env = process.env, show, behind, endsBy = 'SIGTERM', ...spawnOptions } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...spawnOptions })
    if (behind && child.pid !== undefined) setPriority(child.pid, behindOthers)
    const pieces = []
    running.set(child, endsBy)
    for (const name of ['stdout', 'stderr']) {
      child[name].on('data', (piece) => pieces.push(piece))
      if (show)
        createInterface(child[name]).on('line', (line) => process[name].write(`${show.padEnd(7)} ${line}\n`))
    }
    const end = (code) => {
      running.delete(child)
      processorTime.count(show ?? 'the rest')
      resolve({ code, output: Buffer.concat(pieces).toString() })
    }
    child.on('error', (error) => {
      pieces.push(Buffer.from(`${error.message}\n`))
      end(127)
    })
    child.on('close', (code, signal) => end(code ?? exitCodeOf(signal)))
  })
}

/** Runs a program as `run` does; rejects with CommandFailed when it ends badly. */
export async function mustRun(program, args, options) {
  const { code, output } = await run(program, args, options)
  if (code !== 0) throw new CommandFailed([program, ...args].join(' '), code, output)
  return output
}

/** Has everything end that `run` has started and that still runs. */
export function signalRunning() {
  for (const [child, signal] of running) child.kill(signal)
}

/** Ends all of that; resolves when it has ended, whoever else still holds what it wrote to. */
export async function endRunning() {
  const ended = [...running.keys()].filter(isRunning).map((child) => once(child, 'exit'))
  signalRunning()
  await Promise.all(ended)
}

// one that could not start never ends
const isRunning = ({ pid, exitCode, signalCode }) =>
  pid !== undefined && exitCode === null && signalCode === null

let act

/**
 * Has something done with SIGINT and SIGTERM, and with SIGTERM when npm that runs us is gone: one that is killed does not pass it on.
 * Who calls it last has all signals from then on.
 */
export function whenEnded(what) {
  if (act === undefined) listen()
  act = what
}

function listen() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => act(signal))
  if (!process.env.npm_lifecycle_event) return
  const line = ancestry()
  const watch = setInterval(() => {
    if (ancestry() === line) return
    clearInterval(watch)
    act('SIGTERM')
  }, 500).unref()
}

/**
 * Runs a Node program in the foreground and exits as it does; SIGINT, SIGTERM and the end of npm reach it: a server left behind would
 * hold its port and its data. `flags` are Node's; with `messages` it can be sent some.
 */
export function foreground(script, args, env = {}, { flags = [], messages = false } = {}) {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: messages ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  })
  // A terminal gives Ctrl+C to the whole process group: passing it on as well would look like a second, impatient one.
  let passed = process.stdin.isTTY ? ['SIGINT'] : []
  whenEnded((signal) => {
    if (passed.includes(signal)) return
    passed = [...passed, signal]
    child.kill(signal)
  })
  child.on('exit', (code, signal) => setImmediate(() => process.exit(code ?? exitCodeOf(signal))))
  return child
}

/** Path of a program that an installed package brings, to run with Node: no shell, the same on every system. */
export const programs = {
  biome: at('node_modules/@biomejs/biome/bin/biome'),
  knip: at('node_modules/knip/bin/knip.js'),
  playwright: at('node_modules/@playwright/test/cli.js'),
  tsc: at('node_modules/typescript/bin/tsc'),
  vite: at('node_modules/vite/bin/vite.js'),
  vitest: at('node_modules/vitest/vitest.mjs'),
}

/** Runs npm, the one that runs us where there is one. */
export function npm(args, options) {
  const own = process.env.npm_execpath
  if (own?.endsWith('.js')) return mustRun(process.execPath, [own, ...args], options)
  return mustRun('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** The process that started us: npm, or the shell in which it runs its scripts; then npm is its parent, as far as that is known. */
function ancestry() {
  const { ppid } = process
  try {
    const isShell = /sh$/.test(readFileSync(`/proc/${ppid}/comm`, 'utf8').trim())
    if (!isShell) return `${ppid}`
    const [, grandparent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'utf8')) ?? []
    return `${ppid} ${grandparent}`
  } catch {
    return `${ppid}`
  }
}

/** What a shell answers for a program that a signal has ended. */
export function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0)
}
