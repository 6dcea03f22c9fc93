import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { credentials } from '../../harness/looks/rest.ts'
import { fillIn, sessionKey, signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const password = 'first-pass-1'
let made = 0

interface SignUpValues {
  email: string
  password?: string
  confirmation?: string
}

async function fillSignUp(
  page: Page,
  { email, password: chosen = password, confirmation = chosen }: SignUpValues,
) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill('Nina')
  await page.getByLabel('Last name').fill('Orlova')
  await page.getByLabel(/^Password/).fill(chosen)
  await page.getByLabel('Confirm password').fill(confirmation)
  await page.getByLabel('Confirm password').blur()
}

/** Signs somebody new up through the form; resolves with their address on the dashboard. */
async function signUp(page: Page, url: string): Promise<string> {
  const email = `nina${++made}@people.example`
  await page.goto(`${url}/signup`)
  await fillSignUp(page, { email })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(`${url}/dashboard`)
  return email
}

story('a visitor signs up, is in at once, and confirms the address', async ({ page, world }) => {
  await page.goto(`${world.url}/login`)
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(`${world.url}/signup`)
  const button = page.getByRole('button', { name: 'Sign Up' })
  await expect(button).toBeDisabled()
  const email = `nina${++made}@people.example`
  await page.getByLabel('E-mail').fill('nina@')
  await expect(page.getByText('This is not an e-mail address.')).toBeHidden()
  await page.getByLabel('E-mail').blur()
  await expect(page.getByText('This is not an e-mail address.')).toBeVisible()
  await expect(page.getByText('This field is required.')).toBeHidden()
  await fillSignUp(page, { email, password: 'nodigits', confirmation: 'otherwise-1' })
  await expect(page.getByText('Must contain at least 8 characters and 1 digit.')).toBeVisible()
  await expect(page.getByText('Must be equal to password field.')).toBeVisible()
  await page.getByLabel('First name').fill('')
  await page.getByLabel('First name').blur()
  await expect(page.getByText('This field is required.')).toBeVisible()
  await expect(button).toBeDisabled()

  await fillSignUp(page, { email: credentials('operator').email })
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('There is an account with this e-mail address already.')
  await page.getByLabel('E-mail').fill(email)
  await button.click()
  await expect(page).toHaveURL(`${world.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.first().getByRole('button', { name: 'Send the link again' })).toBeVisible()
  await expect(steps.nth(1)).toContainText('ask for yours')
  await expect(page.getByRole('img', { name: 'done' })).toHaveCount(0)
  await expectAccessible(page)

  const link = await world.mailedLink(email, '/auth/verify-email/')
  await page.goto(`${world.url}${link}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Congratulations!')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has been used')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Your e-mail address is confirmed already.',
  )
  await page.goto(`${world.url}/auth/verify-email/nobody-was-mailed-this`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops')
  await expect(page.getByRole('alert')).toContainText('Something went wrong')

  const { location } = await world.aRecord()
  const owner = (await world.administrator.call(contract.managers.list, { query: { search: email } }))[0]!
  await world.administrator.call(contract.locations.change, {
    params: { id: location.id },
    body: { owner_id: owner.id },
  })
  await page.goto(`${world.url}/dashboard`)
  await expect(page.getByText('Charging history')).toBeVisible()
  await expect(steps.nth(3)).toContainText('17.00')
  await expect(steps.nth(4).getByRole('link', { name: 'Open the station' })).toBeVisible()
})

story('a forgotten password is replaced from the mail', async ({ page, world, anotherPage }) => {
  const elsewhere = await anotherPage()
  const email = await signUp(elsewhere, world.url)

  await page.goto(`${world.url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email was sent')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In')
  await page.goForward()
  await page.getByRole('button', { name: 'Return to Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In')

  const link = await world.mailedLink(email, '/auth/password-change/')
  await page.goto(`${world.url}${link}`)
  const button = page.getByRole('button', { name: 'Change password' })
  await expect(button).toBeDisabled()
  for (const weak of ['short-1', 'no-digit-here', 'NO-LOWER-1']) {
    await page.getByLabel('New password').fill(weak)
    await page.getByLabel('Confirm password').fill(weak)
    await expect(page.getByText('Must contain at least 8 characters and 1 digit.').first()).toBeVisible()
    await expect(button).toBeDisabled()
  }
  await page.getByLabel('New password').fill('')
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await page.getByLabel('New password').fill('second-pass-2')
  await page.getByLabel('Confirm password').fill('second-pass-3')
  await page.getByLabel('Confirm password').blur()
  await expect(page.getByText('This field must match the password field')).toBeVisible()
  await page.getByLabel('Confirm password').fill('second-pass-2')
  await button.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password is changed')
  await fillIn(page, { email, password })
  await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.')
  await fillIn(page, { email, password: 'second-pass-2' })
  await expect(page).toHaveURL(`${world.url}/dashboard`)

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(`${world.url}/`)
  // the used link says so before anything is typed, and a new one comes
  await elsewhere.goto(`${world.url}${link}`)
  const title = elsewhere.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('This link has been used')
  await expect(elsewhere.getByLabel('New password')).toHaveCount(0)
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(title).toHaveText('A new link is on its way')
  const renewed = await world.mailedLink(email, '/auth/password-change/', link)
  await elsewhere.goto(`${world.url}${renewed}`)
  await expect(elsewhere.getByLabel('New password')).toBeVisible()
  for (const [language, words] of [
    ['de', 'Dieser Link wurde schon benutzt'],
    ['ru', 'Ссылка уже использована'],
  ] as const) {
    await elsewhere.evaluate((chosen) => localStorage.setItem('stationmaster.language', chosen), language)
    await elsewhere.goto(`${world.url}${link}`)
    await expect(title).toHaveText(words)
  }
  await elsewhere.goto(`${world.url}/auth/keep-email/nobody-was-mailed-this`)
  await expect(title).toHaveText('Ссылка не работает')
  await expect(elsewhere.getByRole('link', { name: 'Запросить новый пароль' })).toBeVisible()
})

story(
  'the password is changed in the settings, and other devices are logged out',
  async ({ page, world, anotherPage }) => {
    const email = await signUp(page, world.url)
    const phone = await anotherPage()
    await phone.goto(`${world.url}/login`)
    await fillIn(phone, { email, password })
    await expect(phone).toHaveURL(`${world.url}/dashboard`)

    await page.goto(`${world.url}/settings/profile`)
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByText('this device')).toHaveCount(1)
    await page.getByRole('link', { name: 'Change' }).click()
    await page.getByLabel('New password').fill('second-pass-2')
    await page.getByLabel('Confirm password').fill('second-pass-2')
    // the phone may notice by itself, at its next refetch
    const message = expect(phone.getByText('Your session has ended. Log in again.')).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('main').getByRole('status')).toContainText('Your password is changed.')

    await phone.reload()
    await message
    await expect(phone).toHaveURL(`${world.url}/`)
    await page.goto(`${world.url}/settings/profile`)
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
  },
)

story('one session is ended from another', async ({ page, world, anotherPage }) => {
  const email = await signUp(page, world.url)
  const phone = await anotherPage()
  await phone.goto(`${world.url}/login`)
  await fillIn(phone, { email, password })
  await expect(phone).toHaveURL(`${world.url}/dashboard`)
  await page.goto(`${world.url}/settings/profile`)
  await page.getByRole('button', { name: /^Log out: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('region', { name: 'Active sessions' }).getByRole('listitem')).toHaveCount(1)
  await phone.goto(`${world.url}/settings/profile`)
  await expect(phone).toHaveURL(`${world.url}/`)
})

const createToken = '**/api/v1/auth/manager/create-token'

story('a token of twelve hours is renewed at the start', async ({ page, world }) => {
  await signIn(page, world.url, 'operator')
  const renewals: number[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/create-token')) renewals.push(answer.status())
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  expect(renewals).toEqual([])

  const { accessToken: before } = await keptSession(page)
  const hours = 12 * 60 * 60 * 1000
  await changeSession(page, (kept) => ({
    ...kept,
    accessTokenLastUpdatedAt: kept.accessTokenLastUpdatedAt - hours,
  }))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  expect(renewals).toEqual([200])
  const kept = await keptSession(page)
  expect(kept.accessToken).not.toBe(before)
  expect(Date.now() - kept.accessTokenLastUpdatedAt).toBeLessThan(60_000)
})

story('a 401 in the middle of work is mended without a word', async ({ page, world }) => {
  await signIn(page, world.url, 'operator')
  await expect(page.getByRole('heading', { name: 'Charging now' })).toBeVisible()
  const renewals: number[] = []
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/create-token')) renewals.push(answer.status())
    if (answer.status() === 401) refused.push(new URL(answer.url()).pathname)
  })
  await spoilToken(page)
  await page.getByRole('link', { name: 'Stations' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All stations')
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await expect(page.getByText('This could not be loaded')).toHaveCount(0)
  expect(refused.length).toBeGreaterThan(0)
  expect(renewals).toEqual([200])
})

story(
  'who cannot be signed in again gets a message, and finds the page afterwards',
  async ({ page, world }) => {
    await signIn(page, world.url, 'operator', '/charge-points')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All stations')
    await page.route(createToken, (route) =>
      route.fulfill({ status: 401, json: { code: 'auth.token_expired', error: '' } }),
    )
    const message = expect(page.getByText('Your session has ended. Log in again.')).toBeVisible()
    await spoilToken(page)
    await page.reload()
    await message
    await expect(page).toHaveURL(`${world.url}/`)
    await page.unroute(createToken)
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await fillIn(page, credentials('operator'))
    await expect(page).toHaveURL(/\/charge-points/)
  },
)

story('language and theme outlive a reload', async ({ page, world }) => {
  await signIn(page, world.url, 'operator')
  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: 'Русский' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Панель')
  await page.goto(`${world.url}/settings/profile`)
  await page.getByText('Тёмная', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

interface KeptSession {
  accessToken: string
  accessTokenLastUpdatedAt: number
}

const keptSession = (page: Page): Promise<KeptSession> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key)!), sessionKey)

/** Changes what the browser keeps of the session, and tells the page as another tab does. */
async function changeSession(page: Page, change: (kept: KeptSession) => KeptSession): Promise<void> {
  const changed = JSON.stringify(change(await keptSession(page)))
  await page.evaluate(
    ([key, value]) => {
      localStorage.setItem(key, value)
      window.dispatchEvent(new StorageEvent('storage', { key }))
    },
    [sessionKey, changed] as const,
  )
}

/** Breaks the access token that the page uses, as if it had expired on the server. */
const spoilToken = (page: Page): Promise<void> =>
  changeSession(page, (kept) => ({ ...kept, accessToken: `${kept.accessToken}x` }))
