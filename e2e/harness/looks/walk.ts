import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Language } from '@stationmaster/contract'

/** A file of texts, in whichever district it stands. */
function read(language: Language, file: string): unknown {
  const folder = new URL(`../../../web/src/i18n/${language}/`, import.meta.url)
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (path) => basename(path) === `${file}.json`,
  )
  if (!found) throw new Error(`There are no texts ${file}.`)
  return JSON.parse(readFileSync(new URL(found, folder), 'utf8'))
}

/** A text of the screens, e.g. `dashboard.title`, with what stands in its braces. */
function textOf(language: Language, key: string, values: Record<string, string> = {}): string {
  const [file, ...path] = key.split('.')
  const found = path.reduce<unknown>(
    (at, part) => (at as Record<string, unknown>)[part],
    read(language, file!),
  )
  if (typeof found !== 'string') throw new Error(`There is no text ${key}.`)
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

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
