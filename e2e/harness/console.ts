import { expect, type Locator, type Page } from '@playwright/test'
import type { World } from './world.ts'

/** A station's console: the form for its commands, the question before those that hurt, and the answer. */
export class Console {
  readonly form: Locator
  readonly send: Locator

  constructor(private readonly page: Page) {
    this.form = page.getByRole('region', { name: 'Command', exact: true })
    this.send = this.form.getByRole('button', { name: 'Send', exact: true })
  }

  async open(world: World, stationId: string): Promise<void> {
    await this.page.goto(`${world.url}/charge-points/${encodeURIComponent(stationId)}/console`)
  }

  /** Writes a command with its payload as text. */
  async write(action: string, payload: string): Promise<void> {
    await this.form.getByRole('combobox', { name: 'Action', exact: true }).fill(action)
    await this.page.getByRole('option', { name: action, exact: true }).click()
    await this.form.getByText('JSON', { exact: true }).click()
    await this.form.getByRole('textbox', { name: 'Payload' }).fill(payload)
  }

  /** Sends what is written, saying yes where it is asked. */
  async submit(action: string): Promise<void> {
    await this.send.click()
    const question = this.page.getByRole('dialog', { name: `Send ${action}?` })
    await expect(question.or(this.answer(action)).or(this.waiting).first()).toBeVisible()
    if (await question.isVisible()) await question.getByRole('button', { name: 'Send' }).click()
  }

  /** Shown while the station has not answered. */
  get waiting(): Locator {
    return this.form.getByText('Waiting for the station')
  }

  /** The popup that tells what came of a command. */
  answer(action: string): Locator {
    return this.page.getByRole('dialog', { name: action, exact: true })
  }
}
