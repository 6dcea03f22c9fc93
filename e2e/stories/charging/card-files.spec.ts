import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story(
  'an administrator imports cards on a narrow screen: errors by line, a preview, then all at once',
  async ({ page, world }) => {
    const body = { first_name: 'Filed', last_name: 'Driver', email: 'filed@people.example' }
    await world.administrator.call(contract.drivers.add, { body })
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, world.url, 'administrator', '/drivers')
    const choose = async (item: 'Import' | 'Export') => {
      await page.getByRole('button', { name: 'Files of cards' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Import')
    const dialog = page.getByRole('dialog')
    const upload = (...lines: string[]) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'cards.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['token,driver_email,blocked', ...lines].join('\n')),
      })
    const apply = dialog.getByRole('button', { name: 'Apply' })
    await upload('FILED1,filed@people.example,false', 'FILED2,nobody@people.example,false')
    await expect(dialog.getByText('1 error. Nothing is changed until the file is correct.')).toBeVisible()
    await expect(dialog.getByText('There is no such driver.')).toBeVisible()
    await expect(dialog.getByText('driver_email: nobody@people.example')).toBeVisible()
    await expect(apply).toBeDisabled()

    await upload('FILED1,filed@people.example,false', 'FILED2,,true')
    const counts = dialog.getByRole('row', { name: /^RFID cards/ })
    await expect(counts).toHaveText('RFID cards200')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(360)
    await apply.click()
    await expect(dialog.getByText('Applied', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)

    const download = page.waitForEvent('download')
    await choose('Export')
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toMatch(/\r\nFILED1,\d+,filed@people\.example,,Filed Driver,,,account,false\r\n/)
    expect(file).toMatch(/\r\nFILED2,,,,,,,account,true\r\n/)
  },
)
