import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * Counts of a Vitest run from its JSON report; a file that could not even be loaded, an error outside a test and a
 * missing report each count as a failure.
 */
export function vitestCounts(file, exitCode) {
  const report = read(file)
  const broken = report?.testResults.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'),
  )
  return atLeastOneFailure(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + (broken?.length ?? 0),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

/** Counts of a Playwright run from its JSON report, in the same way. */
export function playwrightCounts(file, exitCode) {
  const stats = read(file)?.stats
  return atLeastOneFailure(exitCode, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  })
}

/** Each test of a Vitest run with its file and what it took, in milliseconds. */
export const vitestTimes = (file) =>
  (read(file)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({ file: basename(name), title, ms: duration ?? 0 })),
  )

/** Each story of a Playwright run in the same way; all tries count. */
export const playwrightTimes = (file) => (read(file)?.suites ?? []).flatMap(timesWithin)

const timesWithin = ({ suites = [], specs = [] }) => [
  ...specs.map(({ file, title, tests }) => ({
    file: basename(file),
    title,
    ms: tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0),
  })),
  ...suites.flatMap(timesWithin),
]

/** Each failed test of a Vitest run, and each file that could not be loaded, with the first lines of its error. */
export const vitestFailures = (file) =>
  (read(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failure(name, 'cannot be loaded', message)]
    return failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0]))
  })

/** Each story of a Playwright run that failed at every try, in the same way. */
export const playwrightFailures = (file) => (read(file)?.suites ?? []).flatMap(failuresWithin)

const failuresWithin = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failure(file, title, results.at(-1)?.error?.message)),
  ),
  ...suites.flatMap(failuresWithin),
]

const mostErrorLines = 12

const failure = (path, title, message = '') => ({
  file: basename(path),
  title,
  message: stripVTControlCharacters(message).split('\n').slice(0, mostErrorLines).join('\n'),
})

/** What failed, printed together at the end of a run, so that the end of the output is enough to read. */
export const failed = (failures) =>
  failures.map(({ file, title, message }) =>
    [`✗ ${file}: ${title}`, ...message.split('\n').map((line) => `    ${line}`)].join('\n').trimEnd(),
  )

/** The tests that took longest, one line each. */
export const longest = (times, count = 10) =>
  times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, title, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${title}`)

/** The sum of counts. */
export function sum(counts) {
  const of = (key) => counts.reduce((total, count) => total + (count[key] ?? 0), 0)
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

/** The one line that a test run ends with; it says where all stories ran on the `embedded` database. */
export function verdict({ passed, failed, skipped }, { embedded = false } = {}) {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return embedded
    ? `${counts}, all on the embedded database: no PostgreSQL is here and none can be installed`
    : counts
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

const atLeastOneFailure = (exitCode, counts) =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
