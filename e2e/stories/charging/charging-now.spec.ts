import { expect } from '@playwright/test'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

for (const protocol of ['ocpp1.6', 'ocpp2.0.1'] as const) {
  story(
    `a card is tapped at a station of ${protocol}: the dashboard shows it live`,
    async ({ page, world }) => {
      const { played, location } = await world.aStation({ protocol, meterEveryMs: 1000 })
      const card = await world.aCard()
      await signIn(page, world.url, 'operator')
      const now = page.getByRole('table', { name: 'Charging now' }).getByRole('row', { name: location.name })
      const history = page
        .getByRole('table', { name: 'Charging history' })
        .getByRole('row', { name: location.name })
      await expect(now).toHaveCount(0)

      await played.plugIn()
      await played.tap(undefined, card)
      await expect(now).toHaveCount(1)
      await expect(now).toContainText('Anna Petrova')
      await expect.poll(() => energyIn(now.innerText())).toBeGreaterThan(0)

      const shownAtFirst = await energyIn(now.innerText())
      await expect.poll(() => energyIn(now.innerText())).toBeGreaterThan(shownAtFirst)
      const reported = () => new Set(reportedWh)
      const reportedWh: number[] = []
      const watching = setInterval(() => reportedWh.push(played.connectorView().sampledSessionWh ?? 0), 50)
      await expect.poll(async () => reported().has(await energyIn(now.innerText()))).toBe(true)
      clearInterval(watching)

      await played.stop()
      await played.unplug()
      await expect(now).toHaveCount(0)
      await expect(history).toHaveCount(1)
      const [charge] = played.transactions()
      const charged = charge!.meterStopWh! - charge!.meterStartWh
      await expect.poll(() => energyIn(history.innerText())).toBe(charged)
    },
  )
}

story(
  'while answers take longer than values come, the dashboard still follows them',
  async ({ page, world }) => {
    const { played, location } = await world.aStation({ protocol: 'ocpp2.0.1', meterEveryMs: 300 })
    const card = await world.aCard()
    await signIn(page, world.url, 'operator')
    const now = page.getByRole('table', { name: 'Charging now' }).getByRole('row', { name: location.name })
    await played.plugIn()
    await played.tap(undefined, card)
    await expect(now).toHaveCount(1)
    let answers = 0
    await page.route('**/graphql**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500))
      answers += 1
      // a page that has given the call up takes no answer
      await route.continue().catch(() => undefined)
    })
    for (let times = 0; times < 2; times += 1) {
      const shown = await energyIn(now.innerText())
      await expect.poll(() => energyIn(now.innerText())).toBeGreaterThan(shown)
    }
    expect(answers).toBeGreaterThan(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

/** The energy (Wh) in a row's text: its only number with three decimals. */
async function energyIn(text: Promise<string>): Promise<number> {
  const kWh = /\b(\d+\.\d{3})\b/.exec(await text)?.[1]
  return Math.round(Number(kWh ?? 0) * 1000)
}
