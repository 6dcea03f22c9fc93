import { expect, type Page } from '@playwright/test'
import { languages } from '@stationmaster/contract'
import { watchPolicy } from '../../harness/looks/policy.ts'
import { rawKeysIn } from '../../harness/looks/translation-keys.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const pages = [
  '/',
  '/login',
  '/signup',
  '/terms',
  '/privacy',
  '/support/data-deletion-request',
  '/support/app-manual',
  '/network',
  '/payment/success',
  '/payment/fail',
]
const speak = (page: Page, language: string) =>
  page.addInitScript((chosen) => localStorage.setItem('stationmaster.language', chosen), language)

for (const language of languages) {
  story(`every public page speaks ${language}`, async ({ page, world }) => {
    const refused = watchPolicy(page)
    await speak(page, language)
    for (const path of pages) {
      await page.goto(world.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      const text = await page.locator('body').innerText()
      expect(rawKeysIn(text), path).toEqual([])
      if (language === 'ru') expect(text, path).toMatch(/[а-яё]{4}/i)
      if (path !== '/') expect(await page.title(), path).toMatch(/.+ · Stationmaster$/)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    }
    expect(refused()).toEqual([])
  })
}

story('the start page is served whole, in the language of who asks', async ({ world }) => {
  const served = async (headers: Record<string, string>, path = '') =>
    (await fetch(world.url + path, { headers })).text()
  const german = await served({ 'accept-language': 'de-AT,en;q=0.5' })
  expect(german).toContain('<html lang="de"')
  expect(german).toContain('Jeder Ladevorgang im Blick')
  expect(german).not.toContain('modulepreload')
  expect(await served({ 'accept-language': 'de' }, '/login')).toContain(
    '<title>Anmelden · Stationmaster</title>',
  )
  const chosen = await served({ 'accept-language': 'de', cookie: 'a=b; stationmaster.language=ru' })
  expect(chosen).toContain('<html lang="ru"')
  expect(await served({ 'accept-language': 'fr', cookie: 'stationmaster.language=../' })).toContain(
    'lang="en"',
  )
})

story('a chosen language and theme survive a reload', async ({ page, world }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(world.url)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jeder Ladevorgang im Blick')
  await page.getByRole('button', { name: 'Design: Dunkel' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jeder Ladevorgang im Blick')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

story('languages are chosen in a dialog at 768 px and less', async ({ page, world }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(world.url)
  await page.getByRole('button', { name: 'Language: English' }).click()
  const dialog = page.getByRole('dialog', { name: 'Language' })
  await dialog.getByRole('button', { name: 'Русский' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Каждая зарядка на виду')
  await page.setViewportSize({ width: 769, height: 900 })
  await page.getByRole('button', { name: 'Язык: Русский' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
})

story('the menu on a phone leads on, and nowhere without a link', async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(world.url)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Blog' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'App manual' }).click()
  await expect(page).toHaveURL(`${world.url}/support/app-manual`)
  await expect(menu).toHaveCount(0)
  await page.getByText('When do I get my money back?').click()
  await expect(page.getByText('the bank needs up to 3 working days')).toBeVisible()
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest).toBeLessThanOrEqual(360)
})

story("the operator's links and texts are shown where they are set", async ({ page, world }) => {
  await page.route('**/api/v1/help/config', async (route) => {
    const answer = await route.fetch()
    const config = await answer.json()
    config.links.blog = 'https://blog.example/'
    config.support_phone = '+7 800 555-01-01'
    await route.fulfill({ response: answer, json: config })
  })
  await page.goto(`${world.url}/support/app-manual`)
  await expect(page.getByText('In its first 1 min that costs nothing')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', 'https://blog.example/')
  await expect(footer.getByRole('link', { name: 'Team' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '+7 800 555-01-01' })).toHaveAttribute(
    'href',
    'tel:+78005550101',
  )
})

story('a legal text that cannot be loaded is requested again', async ({ page, world }) => {
  await page.route('**/help/privacy-policy*', (route) =>
    route.fulfill({ status: 403, json: { error: 'Not now.', code: 'request.invalid' } }),
  )
  await page.goto(`${world.url}/privacy`)
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await page.unroute('**/help/privacy-policy*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Who is responsible')).toBeVisible()
})

story('a text that slipped through the sanitiser would run nothing', async ({ page, world }) => {
  const refused = watchPolicy(page)
  await page.route('**/help/terms-and-conditions-of-use*', (route) =>
    route.fulfill({ body: `<p>Rules</p><img src="/x" onerror="document.title = 'stolen'">` }),
  )
  await page.goto(`${world.url}/terms`)
  await expect(page.getByText('Rules')).toBeVisible()
  await expect.poll(refused).toHaveLength(1)
  expect(await page.title()).toBe('Terms of use · Stationmaster')
})

story('versions are set, answered in a popup and requested again after 10 s', async ({ page, world }) => {
  await page.clock.install()
  await signIn(page, world.url, 'developer', '/anti-sanction-protection')
  await page.getByLabel('Android version').fill('12')
  await page.getByLabel('Android version').fill('')
  await expect(page.getByText('This field is required')).toHaveCount(0)
  await page.getByRole('button', { name: 'Set versions' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await page.getByLabel('Android version').fill('12a')
  await page.getByLabel('iOS version').fill('3.12.0')
  await page.getByRole('button', { name: 'Set versions' }).click()
  await expect(page.getByText('A whole number, up to 2100000000')).toBeVisible()
  await page.getByLabel('Android version').fill('120')
  await page.getByRole('button', { name: 'Set versions' }).click()
  const popup = page.getByRole('dialog', { name: 'Versions' })
  await expect(popup).toContainText('The versions are set: Android 120, iOS 3.12.0.')
  await popup.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Android version')).toHaveValue('')
  await expect(page.getByText('This field is required')).toHaveCount(0)
  await expect(page.getByText('In force: Android 120, iOS 3.12.0')).toBeVisible()
  // other stories of the same world may have set some before
  const mine = page.getByRole('row').filter({ hasText: '3.12.0' })
  await expect(mine).toContainText('never')

  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await fetch(`${world.url}/api/v1/anti-sanction-protection/versions/current`)
  const again = page.waitForResponse((answer) => answer.url().includes('/anti-sanction-protection/versions'))
  await page.clock.runFor(10_000)
  await again
  await page.clock.resume()
  await expect(mine).not.toContainText('never')
})

story('the versions are no business of an operator', async ({ page, world }) => {
  await signIn(page, world.url, 'operator')
  await expect(page.getByRole('link', { name: 'Anti-sanction versions' })).toHaveCount(0)
  await page.goto(`${world.url}/anti-sanction-protection`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not for your role')
})
