import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '@stationmaster/contract'
import { at } from '../../scripts/lib/root.mjs'
import { readTexts, textsOfScreens } from '../../scripts/lib/words/texts/texts.mjs'
import { visit } from './visit.ts'
import type { World } from './world/world.ts'

interface Words {
  title: string
  action: string
  payload: string
  send: string
  waiting: string
  leave: string
  offline: string
  invalidJson: string
  force: string
  confirm: { title: string }
}

const wordsOf = (language: Language): Words =>
  readTexts(at(textsOfScreens, 'control/command.json'), language) as unknown as Words

/** A station's console: the form for its commands, the question before those that hurt, and the answer. */
export class Console {
  readonly words: Words
  readonly form: Locator
  readonly send: Locator
  /** shown while the station has not answered */
  readonly waiting: Locator

  constructor(
    readonly page: Page,
    readonly language: Language = 'en',
  ) {
    this.words = wordsOf(language)
    this.form = page.getByRole('region', { name: this.words.title, exact: true })
    this.send = this.form.getByRole('button', { name: this.words.send, exact: true })
    this.waiting = this.form.getByText(this.words.waiting)
  }

  async open(world: World, stationId: string): Promise<void> {
    await visit(this.page, `${world.url}/charge-points/${encodeURIComponent(stationId)}/console`)
  }

  /** Chooses a command and writes its payload as text. */
  async write(action: string, payload: string): Promise<void> {
    const name = this.form.getByRole('combobox', { name: this.words.action, exact: true })
    const option = this.page.getByRole('option', { name: action, exact: true })
    const asText = this.form.getByText('JSON', { exact: true })
    // the list grows shorter while it is typed, and may move the command away from under the click
    await expect(async () => {
      await name.fill(action)
      await option.click({ timeout: 2000 })
      await expect(asText).toBeVisible({ timeout: 1000 })
    }).toPass()
    // the list closes above it, and may move it away too
    await expect(async () => {
      await asText.click({ timeout: 2000 })
      await expect(this.form.getByRole('radio', { name: 'JSON' })).toBeChecked({ timeout: 1000 })
    }).toPass()
    await this.rewrite(payload)
  }

  /** Writes another payload for the command that is chosen. */
  async rewrite(payload: string): Promise<void> {
    const editor = this.form.getByRole('textbox', { name: this.words.payload })
    const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')
    // the editor may hear of its selection later than of what is written in its place
    await expect(async () => {
      await editor.fill(payload)
      expect(withoutSpace(await editor.innerText())).toBe(withoutSpace(payload))
    }).toPass()
  }

  /** Sends the command in the editor, and confirms where the page asks. */
  async submit(action: string): Promise<void> {
    await this.send.click()
    const title = this.words.confirm.title.replace('{{action}}', action)
    const question = this.page.getByRole('dialog', { name: title })
    await expect(question.or(this.answer(action)).or(this.waiting).first()).toBeVisible()
    if (await question.isVisible()) await question.getByRole('button', { name: this.words.send }).click()
  }

  /** The popup that tells what came of a command. */
  answer(action: string): Locator {
    return this.page.getByRole('dialog', { name: action, exact: true })
  }

  /** Waits for the popup to tell something, then closes it. */
  async expectAnswer(action: string, text: string | RegExp): Promise<void> {
    const popup = this.answer(action)
    await expect(popup.getByRole('alert')).toHaveText(text)
    await this.page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
  }
}
