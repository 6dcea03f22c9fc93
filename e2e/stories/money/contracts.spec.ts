import { expect } from '@playwright/test'
import { contract } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { signIn } from '../../harness/sign-in.ts'
import { story } from '../../harness/world/story.ts'

story('a contract is added, planned again, and refused for a closed month', async ({ page, world }) => {
  await signIn(page, world.url, 'administrator', '/contracts')
  const panel = page.getByRole('region', { name: 'Contracts with owners' })
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save' })
  await panel.getByRole('button', { name: 'Add contract' }).click()
  await dialog.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('Contract number').fill('7/26')
  await dialog.getByLabel('INN').fill('7707083894')
  await dialog.getByLabel('Agent fee, %').fill('12.5')
  await expect(dialog.getByText('This is not a valid INN')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByLabel('INN').fill('7707083893')
  await dialog.getByLabel('From').fill('2020-01-01')
  await save.click()
  await expect(dialog.getByText('This day is in a month that is closed')).toBeVisible()
  await dialog.getByLabel('From').fill('2099-01-01')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('01 Jan 2099')).toBeVisible()
  await expect(panel.getByText('planned', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: /^Change / }).click()
  await dialog.getByLabel('Agent fee, %').fill('11')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('cell', { name: '11.00' })).toBeVisible()
})

story('a bank’s commission, legal details and a terminal with a key are added', async ({ page, world }) => {
  const { location } = await world.aRecord()
  await signIn(page, world.url, 'administrator', '/contracts')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add commission' }).click()
  await dialog.getByLabel('Provider').fill('sandbox')
  await dialog.getByLabel('Commission, %').fill('2.8')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const rates = page.getByRole('region', { name: 'Bank commissions' })
  await expect(rates.getByRole('row', { name: /sandbox.*Card.*2\.8.*in force/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add legal details' }).click()
  await dialog.getByLabel('Name').fill('Network')
  await dialog.getByLabel('INN').fill('7707083893')
  await dialog.getByLabel('Address').fill('Tver')
  await dialog.getByLabel('VAT, %').fill('22')
  // other stories of this server need a seller today
  await dialog.getByLabel('From').fill('2099-02-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const legal = page.getByRole('region', { name: 'Legal details' })
  await expect(legal.getByRole('row', { name: /Network.*22.*planned/ })).toBeVisible()

  const terminals = page.getByRole('region', { name: 'Payment terminals' })
  await terminals.getByRole('button', { name: 'Add terminal' }).click()
  const addTerminal = page.getByRole('dialog', { name: 'Add terminal' })
  const add = addTerminal.getByRole('button', { name: 'Add terminal' })
  await addTerminal.getByRole('textbox', { name: 'Terminal', exact: true }).fill('At the gate')
  await addTerminal.getByRole('combobox', { name: 'Location' }).fill(location.name)
  await page.getByRole('option', { name: location.name }).click()
  await addTerminal.getByLabel('Provider').fill('vendotek')
  await expect(add).toBeDisabled()
  await addTerminal.getByLabel('Shop or terminal').fill('77')
  await add.click()
  const shown = page.getByRole('dialog', { name: 'The terminal’s key' })
  await expect(shown.getByRole('textbox', { name: 'Key' })).toHaveValue(/^term_[\w-]{32}$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(terminals.getByRole('button', { name: 'Add terminal' })).toBeFocused()
  await expect(terminals.getByRole('row', { name: /At the gate.*vendotek · 77.*never/ })).toContainText(
    location.name,
  )

  await terminals.getByRole('button', { name: 'Take the key of At the gate away' }).click()
  const sure = page.getByRole('dialog', { name: 'Take the key of At the gate away' })
  await expect(sure).toContainText('At the gate can book nothing any more.')
  await sure.getByRole('button', { name: 'Take the key away' }).click()
  await expect(terminals.getByText('At the gate')).toHaveCount(0)
  expect(await world.administrator.call(contract.terminals.list, {})).toEqual([])
})

story('idle fees and what drivers may owe are set from a day on', async ({ page, world }) => {
  // from a day that does not come: other stories run in the same network
  await signIn(page, world.url, 'administrator', '/contracts')
  const dialog = page.getByRole('dialog')
  const fees = page.getByRole('region', { name: 'Idle fees' })
  await expect(fees.getByRole('row', { name: /Whole network.*10 min free.*150\.00.*in force/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add idle fee' }).click()
  await dialog.getByLabel('Block, minutes').fill('1')
  await dialog.getByLabel('Price of each block that begins').fill('12.5')
  await dialog.getByLabel('At most').fill('500')
  await dialog.getByLabel('Not counted from').fill('22:00')
  await dialog.getByLabel('Not counted until').fill('07:00')
  await dialog.locator('input[type=date]').fill('2099-01-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    fees.getByRole('row', {
      name: /10 min free · 500\.00 ₽ at most · not from 22:00 to 07:00.*12\.50 ₽ per 1 min.*planned/,
    }),
  ).toBeVisible()

  const debts = page.getByRole('region', { name: 'Drivers who owe' })
  await expect(debts.getByRole('row', { name: /refused.*100\.00.*in force/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByLabel('Refuse drivers who owe').click()
  await dialog.locator('input[type=date]').fill('2099-01-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(debts.getByRole('row', { name: /let pass.*planned/ })).toBeVisible()
})
