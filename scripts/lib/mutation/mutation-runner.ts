import fc from 'fast-check'
import { TestRunner, test } from 'vitest'

// a property is tried for so long, ms: what a hundred cases do not notice a thousand seldom do, and each change would wait for them
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 500 })

/**
 * Runs tests as vitest does, and counts a test file that cannot be loaded as a test that fails. For Stryker it would be a file without
 * tests, and a change that stops a module from being loaded would survive.
 */
export default class MutationRunner extends TestRunner {
  override async importFile(...[path, source]: Parameters<TestRunner['importFile']>) {
    try {
      return await super.importFile(path, source)
    } catch (error) {
      if (source === 'setup') throw error
      return test('is loaded', () => {
        throw error
      })
    }
  }
}
