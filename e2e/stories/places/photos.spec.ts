import { deflateSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

/** The checksum that PNG wants of a chunk (RFC 2083, 3.4). */
function crc(bytes: Buffer): number {
  let c = 0xffffffff
  for (const byte of bytes) {
    c ^= byte
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  }
  return (c ^ 0xffffffff) >>> 0
}

/** A PNG picture of one colour. */
function png(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([red, green, blue]))])
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const fileOf = (name: string, colour: [number, number, number]) => ({
  name,
  mimeType: 'image/png',
  buffer: png(640, 480, colour),
})

/** Gives the page a file as if it were dropped on it, or pasted. */
async function hand(page: Page, how: 'drop' | 'paste', { name, buffer }: ReturnType<typeof fileOf>) {
  await page.evaluate(
    ({ how, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }))
      if (how === 'drop')
        document
          .querySelector('[data-photos]')!
          .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      else document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: dataTransfer }))
    },
    { how, name, base64: buffer.toString('base64') },
  )
}

story('photos are chosen, dropped and pasted, put in order, named and deleted', async ({ page, world }) => {
  const location = await world.administrator.call(contract.locations.add, { body: { name: 'Photo Quay' } })
  const params = { id: location.id }
  await signIn(page, world.url, 'administrator', `/locations/${location.id}/photos`)
  const tiles = page.locator('[data-photo]')
  const idsOnPage = () => tiles.evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-photo'))))
  const kept = async () =>
    (await world.administrator.call(contract.photos.list, { params })).map(({ id }) => id)

  await expect(page.getByText('No photos yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Add photos' }).click()
  await expect(page).toHaveURL(/photos\/add$/)
  const picker = page.locator('input[type=file]')
  await picker.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByRole('alert')).toHaveText('plan.pdf: Unsupported format')
  await picker.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('none') })
  await expect(page.getByRole('alert')).toContainText('This is not a picture that can be read.')
  await picker.setInputFiles([fileOf('a.png', [200, 40, 40]), fileOf('b.PNG', [40, 200, 40])])
  await expect(page).toHaveURL(/photos$/)
  await expect(tiles).toHaveCount(2)
  await hand(page, 'drop', fileOf('c.png', [40, 40, 200]))
  await expect(tiles).toHaveCount(3)
  await hand(page, 'paste', fileOf('d.png', [200, 200, 40]))
  await expect(tiles).toHaveCount(4)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const image = tiles.first().locator('img')
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(300)

  const [a, b, c, d] = await kept()
  await tiles.nth(3).dragTo(tiles.nth(1))
  await expect.poll(kept).toEqual([a, d, b, c])
  await page.getByRole('button', { name: 'Photo 3: what to do' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Make it the cover' }).press('Enter')
  await expect.poll(kept).toEqual([b, a, d, c])
  await expect.poll(idsOnPage).toEqual([b, a, d, c])
  await expect(tiles.first()).toContainText('Cover')

  await page.getByRole('button', { name: 'Photo 1: what to do' }).click()
  await page.getByRole('menuitem', { name: 'Caption' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Seen from the river')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(tiles.first()).toContainText('Seen from the river')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Photo 4: what to do' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`photos/${c}/delete$`))
  const question = page.getByRole('dialog', { name: 'Delete this photo?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.goto(`${world.url}/locations/${location.id}/photos/${c}/delete`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(kept).toEqual([b, a, d])
  await expect(tiles).toHaveCount(3)

  await signIn(page, world.url, 'operator', `/locations/${location.id}/photos`)
  await expect(tiles).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Add photos' })).toHaveCount(0)
})
