import { expect, type Page } from '@playwright/test'

const quietMs = 1000

/** Counts requests and received bytes from now on, without any cache. */
export async function watchTraffic(page: Page) {
  const urls: string[] = []
  let bytes = 0
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  await network.send('Network.setBypassServiceWorker', { bypass: true })
  network.on('Network.requestWillBeSent', ({ request }) => urls.push(request.url))
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  /** Resolves when the page sends and receives nothing more; a live stream never ends, so the network is never idle. */
  const over = () =>
    expect
      .poll(async () => {
        const before = `${urls.length} ${bytes}`
        await page.waitForTimeout(quietMs)
        return before === `${urls.length} ${bytes}`
      })
      .toBe(true)
  return { urls, bytes: () => bytes, over }
}
