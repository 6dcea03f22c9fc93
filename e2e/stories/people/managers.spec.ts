import { expect, type Page } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { Person } from '../../harness/looks/rest.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Person' })
const row = (page: Page, email: string) => page.getByRole('row', { name: email })

story('the administrator invites somebody and changes role and owner', async ({ page, world }) => {
  await signIn(page, world.url, 'administrator', '/managers')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  const send = dialog.getByRole('button', { name: 'Send the invitation' })
  await dialog.getByLabel('E-mail').fill('gerda')
  await dialog.getByLabel('First name').fill('Gerda')
  await expect(dialog.getByText('This is not an e-mail address.')).toBeVisible()
  await expect(send).toBeDisabled()
  await dialog.getByLabel('E-mail').fill('operator@demo.stationmaster.example')
  await dialog.getByLabel('Last name').fill('Neu')
  await send.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('E-mail').fill('gerda@example.com')
  await send.click()

  await expect(drawer(page)).toContainText('Invited')
  await drawer(page).getByRole('button', { name: 'Send the invitation again' }).click()
  await expect(drawer(page).getByRole('status')).toContainText('gerda@example.com')
  await drawer(page).getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Accountant' }).click()
  await drawer(page).getByRole('combobox', { name: 'Sees locations of' }).click()
  await page.getByRole('option', { name: 'Martin Krause' }).click()
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer(page).getByText('Saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'gerda@example.com')).toContainText('Accountant')
  await expect(row(page, 'gerda@example.com')).toContainText('Martin Krause')

  await page.getByRole('searchbox').fill('gerda')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('table', { name: 'Staff' }).getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Staff' }).getByRole('row')).toHaveCount(2)
})

story(
  'who is not answered may correct an invitation and send it, and the first is made once',
  async ({ page, world }) => {
    await signIn(page, world.url, 'administrator', '/managers')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    const send = dialog.getByRole('button', { name: 'Send the invitation' })
    await dialog.getByLabel('E-mail').fill('selma@example.com')
    await dialog.getByLabel('First name').fill('Selma')
    await dialog.getByLabel('Last name').fill('Neu')
    const invitations = '**/api/v1/managers'
    await page.route(invitations, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute(invitations)
    await dialog.getByLabel('E-mail').fill('selma.neu@example.com')
    await send.click()
    await expect(drawer(page)).toContainText('selma.neu@example.com')
    const made = await world.administrator.call(contract.managers.list, { query: { search: 'selma' } })
    expect(made.map(({ email }) => email).sort()).toEqual(['selma.neu@example.com', 'selma@example.com'])
  },
)

story('the administrator assigns locations to a manager', async ({ page, world }) => {
  const { location } = await world.aStation({ protocol: 'ocpp1.6' })
  await signIn(page, world.url, 'administrator', '/managers?roles=manager')
  await page.getByRole('button', { name: 'Martin Krause' }).click()
  const field = drawer(page).getByRole('combobox', { name: 'Assigned locations' })
  await field.fill(location.name)
  await page.getByRole('option', { name: location.name }).click()
  await drawer(page).getByRole('button', { name: 'Save the locations' }).click()
  await expect(drawer(page).getByRole('button', { name: 'Save the locations' })).toBeDisabled()
  const manager = await Person.signIn(world.url, 'manager')
  const seen = await manager.call(contract.locations.list, { query: {} })
  expect(seen.map(({ id }) => id)).toContain(location.id)
})

story(
  'who is blocked is out at once, and comes back when unblocked',
  async ({ page, anotherPage, world }) => {
    await signIn(page, world.url, 'administrator', '/managers?roles=app-developer')
    const theirs = await anotherPage()
    await signIn(theirs, world.url, 'developer')
    await page.getByRole('button', { name: 'Jonas Lindner' }).click()
    await drawer(page).getByRole('button', { name: 'Block' }).click()
    await page
      .getByRole('dialog', { name: /Block Jonas Lindner/ })
      .getByRole('button', { name: 'Block' })
      .click()
    await expect(drawer(page)).toContainText('Blocked')
    await expect(theirs).toHaveURL(`${world.url}/`)
    await drawer(page).getByRole('button', { name: 'Unblock' }).click()
    await expect(drawer(page)).toContainText('Active')
    await signIn(theirs, world.url, 'developer')
    await theirs.context().close()
  },
)

story('a role that is taken away takes its screens along', async ({ anotherPage, world }) => {
  const theirs = await anotherPage()
  await signIn(theirs, world.url, 'developer', '/anti-sanction-protection')
  const { id } = (
    await world.administrator.call(contract.managers.list, { query: { search: 'Lindner' } })
  )[0]!
  const give = (role: 'manager' | 'app-developer') =>
    world.administrator.call(contract.managers.change, { params: { id }, body: { role } })
  await expect(theirs.getByRole('link', { name: 'Anti-sanction versions' })).toBeVisible()
  await give('manager')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page is not for your role')
  await expect(theirs.getByRole('link', { name: 'Anti-sanction versions' })).toHaveCount(0)
  await expect(theirs.getByRole('link', { name: 'Stations' })).toBeVisible()
  await give('app-developer')
  await theirs.context().close()
})

story('a role that is taken away unheard shows in what is refused', async ({ anotherPage, world }) => {
  const theirs = await anotherPage()
  await theirs.route('**/api/v1/live', (route) => route.abort())
  const listed = theirs.waitForResponse(/anti-sanction-protection\/versions$/)
  await signIn(theirs, world.url, 'developer', '/anti-sanction-protection')
  await listed
  const { id } = (
    await world.administrator.call(contract.managers.list, { query: { search: 'Lindner' } })
  )[0]!
  const give = (role: 'manager' | 'app-developer') =>
    world.administrator.call(contract.managers.change, { params: { id }, body: { role } })
  await give('manager')
  // the list is loaded again every ten seconds
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page is not for your role')
  await give('app-developer')
  await theirs.context().close()
})

story('everybody edits their profile and chooses a picture', async ({ page, world }) => {
  await signIn(page, world.url, 'manager', '/settings/profile')
  await page.getByLabel('Phone').fill('call me')
  await page.getByLabel('First name').fill('')
  await page.getByLabel('First name').blur()
  await expect(page.getByText('This is not a phone number.')).toBeVisible()
  await expect(page.getByText('This field is required.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await page.getByLabel('First name').fill('Martina')
  await page.getByLabel('Phone').fill('+49 40 123456')
  await save.click()
  await expect(page.getByRole('button', { name: /Martina Krause/ })).toBeVisible()

  const picker = page.locator('input[type=file]')
  const name = 'a-very-long-name-of-a-document.pdf'
  await picker.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByRole('alert')).toHaveText('a-very-long-name-of-….pdf is not a JPG or PNG file.')
  await picker.setInputFiles({ name: 'me.PNG', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText('This is not a picture that can be read.')
  await picker.setInputFiles({ name: 'me.PNG', mimeType: 'image/png', buffer: redSquare })
  const picture = page.locator('main img')
  await expect(picture).toHaveAttribute('src', /^\/api\/v1\/files\//)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await page.reload()
  await expect(picture).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(picture).toHaveCount(0)

  await page.getByLabel('First name').fill('Martin')
  await save.click()
  await expect(page.getByRole('button', { name: /Martin Krause/ })).toBeVisible()
})

story('the own language is kept for mails', async ({ page, world }) => {
  await signIn(page, world.url, 'manager', '/settings/profile')
  await page.getByText('Deutsch').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen')
  const language = async () =>
    (await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)).language
  await expect.poll(language).toBe('de')
  await page.getByText('English').click()
  await expect.poll(language).toBe('en')
})

/** A red square of one pixel. */
const redSquare = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
