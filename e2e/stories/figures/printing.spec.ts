import { expect } from '@playwright/test'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story(
  'what is printed is the content: light, without the menu, and nothing of it cut',
  async ({ page, world }) => {
    const { record, location } = await world.aStation({ protocol: 'ocpp2.0.1' })
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const [path, seen] of [
      [`/charge-points/${record.id}/console`, 'BootNotification'],
      [`/locations/${location.id}/stations`, 'AE-Fast 150'],
    ] as const) {
      await page.emulateMedia({ media: 'screen' })
      await signIn(page, world.url, 'administrator', path)
      await expect(page.getByText(seen).first()).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByText(seen).first()).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(18, 22, 29)')
      const clipped = await page
        .locator('main *')
        .evaluateAll((all) =>
          all
            .filter(
              (one) =>
                one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
            )
            .map(({ className }) => String(className)),
        )
      expect(clipped).toEqual([])
    }
  },
)
