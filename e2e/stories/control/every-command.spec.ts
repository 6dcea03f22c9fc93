import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { commandRows, type FileHost, openFileHost } from '@stationmaster/server/commands'
import { Console } from '../../harness/console.ts'
import { keepSession } from '../../harness/sign-in.ts'
import { aScene } from '../../harness/world/command-stage.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

let world: World
let host: FileHost
let page: Page

// many stations of its own: the other stories' lists stay as short as they are; one browser that has loaded the page before
story.beforeAll(async ({ browser }) => {
  world = await World.start()
  host = await openFileHost()
  page = await browser.newPage()
  await keepSession(page, world.url, 'administrator')
})
story.afterAll(async () => {
  await page?.close()
  host?.close()
  await world?.stop()
})

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  const rows = commandRows[protocol]

  story(`every command of ${protocol} is shown here`, async () => {
    const schemas = await world.administrator.call(contract.journal.schemas, { params: { protocol } })
    expect(rows.map(({ action }) => action)).toEqual(schemas.map(({ action }) => action))
  })

  for (const { action, before, payload, answer, effect } of rows) {
    story(`${action} of ${protocol} is sent from the console and does what it says`, async () => {
      const standing = await world.aStation({ protocol, meterEveryMs: 3_600_000 })
      const scene = aScene(world, standing, host)
      const stationConsole = new Console(page)
      await before?.(scene)
      await stationConsole.open(world, scene.id)
      await stationConsole.write(action, JSON.stringify(payload(scene)))
      await expect(stationConsole.form.getByRole('alert')).toHaveCount(0)
      await stationConsole.submit(action)
      const shown = stationConsole.answer(action).locator('pre')
      await expect(shown).toBeVisible()
      const answered = JSON.parse(await shown.innerText())
      expect(answered).toMatchObject(answer)
      await effect(scene, answered)
      await standing.played.close()
    })
  }
}
