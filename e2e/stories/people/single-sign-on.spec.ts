import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { signIn } from '../../harness/sign-in.ts'
import { IdentityProvider } from '../../harness/world/identity-provider.ts'
import { story } from '../../harness/world/story.ts'
import { World } from '../../harness/world/world.ts'

const secret = 'a secret of the client'
let world: World
let provider: IdentityProvider
story.beforeAll(async () => {
  world = await World.start({ OUTGOING_PRIVATE_NETWORKS: 'loopback' })
  const { redirect_uri, log_out_uri } = await world.administrator.call(contract.singleSignOn.settings)
  provider = await IdentityProvider.start({
    client_id: 'stationmaster',
    client_secret: secret,
    redirect_uris: [redirect_uri],
    post_logout_redirect_uris: [log_out_uri],
    grant_types: ['authorization_code', 'refresh_token'],
  })
})
story.afterAll(async () => {
  await provider?.stop()
  await world?.stop()
})

const claims = (groups: string[]) => ({
  email: 'petra@company.example',
  email_verified: true,
  given_name: 'Petra',
  family_name: 'Lind',
  groups,
})

async function logInThere(page: Page): Promise<void> {
  await page.locator('input[name="login"]').fill('petra')
  await page.locator('input[name="password"]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

/** Ends the session here and, by the page of the provider, there. */
async function logOut(page: Page): Promise<void> {
  await page.goto(`${world.url}/settings/profile`)
  await expect(page.getByText('Connected since')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
}

async function addRule(page: Page, place: number, group: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a line' }).click()
  await page.getByLabel('Group', { exact: true }).nth(place).fill(group)
  await page.getByRole('combobox', { name: 'Role' }).nth(place).click()
  await page.getByRole('option', { name: role, exact: true }).click()
}

story('an administrator sets up the log-in at a provider and tries it', async ({ page }) => {
  await provider.person('petra', claims(['desk']))
  await signIn(page, world.url, 'administrator', '/single-sign-on')
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill('stationmaster')
  await page.getByLabel('Client secret', { exact: true }).fill(secret)
  await page.getByLabel('Name on the button').fill('Company')
  await addRule(page, 0, 'bosses', 'Administrator')
  await addRule(page, 1, 'desk', 'Operator')
  await page.getByRole('combobox', { name: 'Who gets an account' }).click()
  await page.getByRole('option', { name: 'Everybody whose group has a role' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Check the provider' }).click()
  await expect(page.getByText('Log-out at the provider')).toBeVisible()
  await page.getByRole('button', { name: 'Try a log-in' }).click()
  await logInThere(page)
  await expect(page.getByText('The log-in came through')).toBeVisible()
  await expect(page.getByText('Operator')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back' }).click()
  // the box that is drawn as a switch is out of sight
  await page.getByRole('switch', { name: 'Single sign-on' }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowOf(page)).toBeNull()
  await expectAccessible(page)
})

story('somebody logs in there, has the role of their groups, and logs out both ways', async ({ page }) => {
  const enter = page.getByRole('button', { name: 'Log in with Company' })
  const logIn = async () => {
    await page.goto(`${world.url}/login`)
    await enter.click()
    await logInThere(page)
    await expect(page).toHaveURL(`${world.url}/dashboard`)
  }
  const settings = page.getByRole('link', { name: 'Single sign-on' })
  await page.goto(`${world.url}/login`)
  await expect(enter).toBeVisible()
  await expectAccessible(page)
  await logIn()
  await expect(page.getByText('Petra').first()).toBeVisible()
  await expect(settings).toHaveCount(0)
  await logOut(page)

  await provider.person('petra', claims(['bosses']))
  await logIn()
  await expect(settings).toHaveCount(1)

  const ended = await fetch(`${world.url}/api/v1/auth/single-sign-on/back-channel-log-outs`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: await provider.logoutToken('petra') }),
  })
  expect(ended.status).toBe(200)
  await expect(page).toHaveURL(`${world.url}/`)

  await provider.person('petra', claims(['nothing']))
  await page.goto(`${world.url}/login`)
  await enter.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowOf(page)).toBeNull()
  await expectAccessible(page)
})

story('where passwords are off nobody signs up', async ({ page }) => {
  const administrator = await world.administrator.call(contract.auth.currentManager)
  const {
    has_secret: _,
    preset: __,
    password_forced: ___,
    tried_at: ____,
    redirect_uri: _____,
    log_out_uri: ______,
    back_channel_uri: _______,
    ...written
  } = await world.administrator.call(contract.singleSignOn.settings)
  const body = { ...written, password_log_in: false, emergency_manager_id: administrator.id }
  await world.administrator.call(contract.singleSignOn.change, { body })
  await page.goto(`${world.url}/login`)
  await expect(page.getByRole('button', { name: 'Log in with Company' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  await page.goto(`${world.url}/signup`)
  await expect(page.getByText('Accounts of this network are those of its provider')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(`${world.url}/login`)
})
