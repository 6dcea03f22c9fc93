import { expect } from '@playwright/test'
import { credentials } from '../../harness/looks/rest.ts'
import { fillIn, signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story('a visitor comes by the landing page and logs in', async ({ page, world }) => {
  await page.goto(world.url)
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await expect(page).toHaveURL(`${world.url}/login`)
  await fillIn(page, { ...credentials('operator'), password: 'not-my-password' })
  await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.')
  await fillIn(page, credentials('operator'))
  await expect(page).toHaveURL(`${world.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

story('a visit survives a reload and ends with the log-out', async ({ page, world }) => {
  await signIn(page, world.url, 'operator')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${world.url}/`)
  await page.goto(`${world.url}/dashboard`)
  await expect(page).toHaveURL(`${world.url}/`)
})

story('who opens a page before logging in gets it afterwards', async ({ page, world }) => {
  await page.goto(`${world.url}/charge-points?search=HARBOUR`)
  await expect(page).toHaveURL(`${world.url}/`)
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await fillIn(page, credentials('operator'))
  await expect(page).toHaveURL(`${world.url}/charge-points?search=HARBOUR`)
})
