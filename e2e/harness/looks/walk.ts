import type { Locator, Page } from '@playwright/test'
import type { Language } from '@stationmaster/contract'
import { textOf } from '../texts.ts'

/** Somebody at a screen whose steps are counted: a click, or a field that is filled in. */
export class Walk {
  steps = 0

  private constructor(
    readonly page: Page,
    readonly language: Language,
  ) {}

  /** In a language and a window of some width. */
  static async begin(page: Page, language: Language, width: number): Promise<Walk> {
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
    return new Walk(page, language)
  }

  t = (key: string, values?: Record<string, string>): string => textOf(this.language, key, values)

  /** What has a role and the name that a text gives it. */
  named = (role: 'button' | 'link' | 'combobox' | 'textbox' | 'radio', key: string): Locator =>
    this.page.getByRole(role, { name: this.t(key), exact: true })

  async click(what: Locator): Promise<void> {
    this.steps += 1
    await what.click()
  }

  async fill(field: Locator, value: string): Promise<void> {
    this.steps += 1
    await field.fill(value)
  }

  /** Opens a screen by the text that names it in the sidebar, which is behind a burger on a phone. */
  async open(name: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).first().waitFor()
    const burger = this.named('button', 'layout.openMenu')
    if (await burger.isVisible()) await this.click(burger)
    const menu = this.page.getByRole('navigation', { name: this.t('layout.mainMenu') })
    await this.click(menu.getByRole('link', { name: this.t(name), exact: true }))
  }
}
