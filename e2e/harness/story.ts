import { test as base } from '@playwright/test'
import { World } from './world.ts'

/** A test with a world to play in; one world serves all stories, each with stations of its own. */
export const story = base.extend<object, { world: World }>({
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
