import { chromium, type FullConfig } from '@playwright/test'
import { browser } from '../browser.ts'
import { aLongNamedNetwork } from '../harness/looks/long-names.ts'
import { type Account, Person } from '../harness/looks/rest.ts'
import { signIn } from '../harness/sign-in.ts'
import { startServer } from '../harness/world/server-process.ts'
import { sightsOf } from '../harness/world/sights.ts'
import { keep, type State } from './stage.ts'

/** Starts one demo network for all pictures and signs in once for each account; gives what ends it. */
export default async function setUp(_config: FullConfig): Promise<() => Promise<void>> {
  const server = await startServer('--demo')
  try {
    const driver = await chromium.launch(browser.launchOptions)
    const signedIn = async (account: Account): Promise<State> => {
      const page = await driver.newPage({ locale: 'en-GB' })
      await signIn(page, server.url, account)
      return page.context().storageState()
    }
    const sights = await sightsOf(server.url)
    const { close, ...long } = await aLongNamedNetwork(await Person.signIn(server.url, 'administrator'))
    const forget = keep({
      url: server.url,
      sights: { ...sights, long },
      states: { administrator: await signedIn('administrator'), operator: await signedIn('operator') },
    })
    await driver.close()
    return async () => {
      forget()
      await close()
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
