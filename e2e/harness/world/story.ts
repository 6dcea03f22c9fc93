import { test as base, type Page } from '@playwright/test'
import { World } from './world.ts'

interface Fixtures {
  /** opens a browser of somebody else, or of another device; it is closed with the story */
  anotherPage: () => Promise<Page>
}

/** A test with a world to play in; one world serves all stories, each with stations of its own. */
export const story = base.extend<Fixtures, { world: World }>({
  anotherPage: async ({ browser, locale }, use) => {
    const opened: Page[] = []
    await use(async () => {
      const context = await browser.newContext(locale ? { locale } : {})
      const page = await context.newPage()
      opened.push(page)
      return page
    })
    await Promise.all(opened.map((page) => page.context().close()))
  },
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that a fixture needs
    async ({}, use) => {
      const world = await World.start()
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
