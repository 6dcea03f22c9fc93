import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** Sent as POST, and changes nothing. */
const reads = ['bulk-commands/reach', 'locations/pricing/preview', 'auth/manager/create-token']

const changes = (request: Request): boolean =>
  request.method() !== 'GET' &&
  request.url().includes('/api/v1/') &&
  !reads.some((path) => request.url().endsWith(path))

/** Double-clicks a button that changes something, and checks that the browser sends one request. */
export class DoubleClicks {
  /** names of the buttons that were walked */
  readonly walked: string[] = []
  private readonly sent: string[] = []
  private underWay = 0

  constructor(readonly page: Page) {
    page.on('request', (request) => {
      if (!changes(request)) return
      this.sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`)
      this.underWay += 1
    })
    const ended = (request: Request) => {
      if (changes(request)) this.underWay -= 1
    }
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
  }

  /** `requests`: how many one click sends. */
  async on(button: Locator, { requests = 1 } = {}): Promise<void> {
    const before = this.sent.length
    await expect(button).toBeEnabled()
    const name = (await button.getAttribute('aria-label')) || (await button.innerText())
    await button.dblclick()
    const requested = () => this.sent.slice(before)
    await expect
      .poll(() => this.underWay === 0 && requested().length >= requests, {
        intervals: [20, 50],
        message: name,
      })
      .toBe(true)
    expect(requested(), name).toHaveLength(requests)
    this.walked.push(name)
  }

  /** A button that opens a dialog to confirm: the dialog's own button is double-clicked. */
  async onConfirmed(button: Locator, action: string): Promise<void> {
    const confirm = this.page.getByRole('dialog').last().getByRole('button', { name: action, exact: true })
    const pressed = await button.elementHandle()
    // the button may lie in a dialog of its own, and have the same name
    const isThere = async () =>
      (await confirm.isVisible()) && !(await confirm.evaluate((found, own) => found === own, pressed))
    // what a station answers meanwhile may move the button away from under the click
    await expect(async () => {
      if (!(await isThere())) await button.click({ timeout: 2000 })
      await expect.poll(isThere, { timeout: 2000 }).toBe(true)
    }).toPass()
    await this.on(confirm)
  }
}
