import { expect, type Page } from '@playwright/test'
import { codeOf } from '../../harness/authenticator.ts'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { credentials } from '../../harness/looks/rest.ts'
import { fillIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

let world: World
story.beforeAll(async () => {
  world = await World.start({ PASSWORD_ASKED_AFTER_MINUTES: '0', ADMINISTRATORS_NEED_SECOND_FACTOR: 'true' })
})
story.afterAll(() => world?.stop())

const password = 'first-pass-1'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const factor = (page: Page) => page.getByRole('region', { name: 'Two-factor log-in' })

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${world.url}/signup`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Last name').fill('Lang')
  await page.getByLabel(/^Password/).fill('password1')
  await expect(page.getByText(/^Many people use passwords like this one/)).toBeVisible()
  await page.getByLabel(/^Password/).fill(password)
  await expect(page.getByText(/^Many people use passwords like this one/)).toHaveCount(0)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(`${world.url}/dashboard`)
}

async function prove(page: Page, secret: string): Promise<void> {
  await dialog(page, 'Is it you?').getByLabel('Current password').fill(secret)
  await dialog(page, 'Is it you?').getByRole('button', { name: 'Continue' }).click()
}

/** Takes the shown secret into an authenticator and confirms it; resolves with the secret and the recovery codes. */
async function enroll(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('img', { name: 'QR code for the authenticator' })).toBeVisible()
  await expectAccessible(page)
  const secret = await page.getByLabel('Key', { exact: true }).inputValue()
  await page.getByLabel('Six-digit code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('button', { name: 'Save as a file' })).toBeVisible()
  await expectAccessible(page)
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{4}(-\w{4}){3}$/ })
    .allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  return { secret, codes }
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
  await expect(page).toHaveURL(`${world.url}/`)
}

story(
  'an address and the way to log in are changed by who knows the password',
  async ({ page, anotherPage }) => {
    const [old, fresh] = ['vera@people.example', 'vera.lang@people.example']
    await signUp(page, old)
    await page.goto(`${world.url}/settings/profile`)
    await page.getByRole('textbox', { name: 'E-mail' }).fill(fresh)
    await page.getByRole('button', { name: 'Save' }).click()
    await prove(page, 'not-my-pass-1')
    await expect(dialog(page, 'Is it you?').getByRole('alert')).toHaveText('The current password is wrong.')
    await expectAccessible(page)
    await prove(page, password)
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByText(`${fresh} is not confirmed yet`)).toBeVisible()
    await expect(page.getByText(`Until it is confirmed, ${old} is used to log in.`)).toBeVisible()

    const mailbox = await anotherPage()
    await mailbox.goto(`${world.url}${await world.mailedLink(fresh, '/auth/verify-email/')}`)
    await expect(heading(mailbox)).toHaveText('Congratulations!')
    await page.reload()
    await expect(page.getByText(`${fresh} is not confirmed yet`)).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(fresh)

    await factor(page).getByRole('button', { name: 'Set up' }).click()
    await prove(page, password)
    const { secret, codes } = await enroll(page)
    await expect(factor(page).getByText('Recovery codes left')).toBeVisible()
    await logOut(page)

    await page.goto(`${world.url}/login`)
    await fillIn(page, { email: fresh, password })
    await expect(heading(page)).toHaveText('Enter your code')
    await expectAccessible(page)
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^This code is wrong or has been used/)
    await page.getByLabel('Six-digit code').fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(`${world.url}/dashboard`)

    const phone = await anotherPage()
    await phone.goto(`${world.url}/login`)
    await fillIn(phone, { email: fresh, password })
    await phone.getByRole('button', { name: 'Use a recovery code' }).click()
    await phone.getByLabel('Recovery code').fill(codes[0]!)
    await phone.getByRole('button', { name: 'Log in' }).click()
    await expect(phone).toHaveURL(`${world.url}/dashboard`)

    await page.goto(`${world.url}/settings/profile`)
    await factor(page).getByRole('button', { name: 'Switch off' }).click()
    await dialog(page, 'Switch two-factor log-in off?').getByRole('button', { name: 'Switch off' }).click()
    await prove(page, password)
    await expect(factor(page).getByRole('button', { name: 'Set up' })).toBeVisible()

    // the old mailbox does not agree
    await mailbox.goto(`${world.url}${await world.mailedLink(old, '/auth/keep-email/')}`)
    await mailbox.getByRole('button', { name: 'Keep my address' }).click()
    await expect(heading(mailbox)).toHaveText('Your address stays')
    const message = expect(page.getByText('Your session has ended. Log in again.')).toBeVisible()
    await page.reload()
    await message
    await world.mailedLink(old, '/auth/password-change/')
  },
)

story('an administrator is led to set it up, and helps who has lost it', async ({ page, anotherPage }) => {
  const operator = credentials('operator')
  const lost = await anotherPage()
  await lost.goto(`${world.url}/login`)
  await fillIn(lost, operator)
  await expect(lost).toHaveURL(`${world.url}/dashboard`)
  await lost.goto(`${world.url}/settings/profile`)
  await factor(lost).getByRole('button', { name: 'Set up' }).click()
  await prove(lost, operator.password)
  await enroll(lost)
  await logOut(lost)

  const administrator = credentials('administrator')
  await page.goto(`${world.url}/login`)
  await fillIn(page, administrator)
  await expect(page).toHaveURL(`${world.url}/auth/second-factor`)
  await page.goto(`${world.url}/managers`)
  await expect(page).toHaveURL(`${world.url}/auth/second-factor`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await prove(page, administrator.password)
  await enroll(page)
  await expect(page).toHaveURL(`${world.url}/managers`)

  await page.getByText(operator.email).click()
  const person = page.getByRole('dialog', { name: 'Person' })
  await person.getByRole('button', { name: 'Reset two-factor log-in' }).click()
  await dialog(page, 'Reset the two-factor log-in of Oleg Vetrov?')
    .getByRole('button', { name: 'Reset two-factor log-in' })
    .click()
  await prove(page, administrator.password)
  await expect(person.getByRole('button', { name: 'Reset two-factor log-in' })).toHaveCount(0)

  await lost.goto(`${world.url}/login`)
  await fillIn(lost, operator)
  await expect(lost).toHaveURL(`${world.url}/dashboard`)
})
