import { expect, type Locator, type Page } from '@playwright/test'

/** A field of a form, by a part of its name. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: false }).first()

/** Fills the fields of a form, by their names. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

const company = {
  'Company name': 'Tver Charging',
  'E-mail': 'anna@business.example',
  Phone: '+7 4822 1234',
  'Tax ID': '6902000000',
  City: 'Tver',
  'Postal code': '170000',
  Address: 'Main st. 1',
}
const principal = {
  'First name': 'Anna',
  'Last name': 'Sedova',
  'E-mail': 'anna@business.example',
  'Date of birth': '29021988',
  'Tax ID': '690200000000',
  City: 'Tver',
  'Postal code': '170000',
  Address: 'Main st. 1',
  'Passport number': '2801 123456',
}

/** A company in Russia with its principal: without any one of its fields it does not go on. */
export async function everyFieldIsNeeded(page: Page, go: Locator): Promise<void> {
  const inner = page.getByRole('group', { name: 'Principal' })
  const fields = [
    ...Object.entries(company).map(([name, value]) => [page.getByLabel(name).first(), value] as const),
    ...Object.entries(principal).map(([name, value]) => [inner.getByLabel(name), value] as const),
  ]
  for (const [one, value] of fields) await one.fill(value)
  for (const country of await page.getByRole('combobox', { name: 'Country' }).all()) {
    await country.click()
    await page.getByRole('option', { name: 'Russia' }).click()
  }
  await eachIsNeeded(fields, go)
}

/** Without any one of its fields, filled in already, a form does not go on. */
async function eachIsNeeded(fields: readonly (readonly [Locator, string])[], go: Locator): Promise<void> {
  await expect(go).toBeEnabled()
  for (const [one, value] of fields) {
    await one.fill(' ')
    await expect(go).toBeDisabled()
    await one.fill(value)
  }
  await expect(go).toBeEnabled()
}

/** Without any one of its fields, by their names and filled in already, a form does not go on. */
export const allAreNeeded = (page: Page, values: Record<string, string>, go: Locator) =>
  eachIsNeeded(
    Object.entries(values).map(([name, value]) => [field(page, name), value] as const),
    go,
  )

/** Somebody in Germany. */
export const person = {
  'First name': 'Anna',
  'Last name': 'Sedova',
  'E-mail': 'anna@business.example',
  Phone: '+49 40 1234',
  'Date of birth': '29021988',
  'PIN or tax ID': '12 345 678 901',
  City: 'Hamburg',
  'Postal code': '20095',
  Address: 'Quay 1',
  'Passport number': '0000',
}

/** A script of the provider's, as BlueSnap's: it adds what it encrypted to the form that the page names. */
export const cardScript = `window.BlueSnap = class {
  encrypt(id) {
    const form = document.getElementById(id)
    for (const name of ['encryptedCreditCard', 'encryptedCvv']) {
      const { value } = form.querySelector('[data-bluesnap=' + name + ']')
      const sealed = document.createElement('input')
      sealed.name = name
      sealed.value = 'sealed ' + value.length
      form.append(sealed)
    }
  }
}`
