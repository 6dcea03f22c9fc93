import { expect } from '@playwright/test'
import { contract, languages } from '@stationmaster/contract'
import { expectAccessible } from '../../harness/looks/accessibility.ts'
import { overflowOf } from '../../harness/looks/overflow.ts'
import { Person } from '../../harness/looks/rest.ts'
import { Walk } from '../../harness/looks/walk.ts'
import { keepSession } from '../../harness/sign-in.ts'
import { anOrder } from '../../harness/world/an-order.ts'
import { businessDay } from '../../harness/world/business-day.ts'
import { story } from '../../harness/world/story.ts'

const reasons = ['notCharged', 'stopped', 'faulty', 'twice', 'price', 'goodwill', 'other'] as const

story(
  'what of a payment is whose, why it goes back and who takes it at a terminal is said in each language',
  async ({ page, world }) => {
    const { administrator } = world
    const owner = await (await Person.signIn(world.url, 'manager')).call(contract.auth.currentManager)
    const valid_from = businessDay().slice(0, 8).concat('01')
    await administrator.call(contract.contracts.add, {
      body: { owner_id: owner.id, number: '8/26', inn: '7707083893', agent_fee_percent: 10, valid_from },
    })
    const id = await anOrder(world, { ownerId: owner.id })
    const provider = 'acquirer'
    await administrator.call(contract.contracts.addRate, {
      body: { provider, method_type: 'terminal', rate_percent: 5, valid_from },
    })
    await administrator.call(contract.payments.book, {
      params: { id },
      body: { method_type: 'terminal', provider, market_shop_id: 'T-17' },
    })
    await keepSession(page, world.url, 'administrator')
    for (const language of languages) {
      const { t } = await Walk.begin(page, language, 1440)
      await page.goto(`${world.url}/orders/${id}/information`)
      const panel = page.getByRole('region', { name: t('payments.one.title'), exact: true })
      for (const share of ['agentFee', 'bankCommission'])
        await expect(panel.getByText(t(`payments.one.${share}`))).toBeVisible()
      await panel.getByRole('button', { name: t('payments.refund.action'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      const refund = dialog.getByRole('button', { name: t('payments.refund.action'), exact: true })
      const reason = dialog.getByRole('combobox', { name: t('payments.reason') })
      await reason.click()
      await expect(page.getByRole('option')).toHaveText(reasons.map((one) => t(`payments.reasons.${one}`)))
      await page.getByRole('option', { name: t('payments.reasons.other') }).click()
      await expect(refund).toBeDisabled()
      await dialog.getByLabel(t('payments.reasons.words')).fill('?')
      await expect(refund).toBeEnabled()
      await reason.click()
      await page.getByRole('option', { name: t('payments.reasons.faulty') }).click()
      await expect(dialog.getByLabel(t('payments.reasons.more'))).toBeVisible()
      if (language === 'en') await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 780 })
      expect(await overflowOf(page)).toBeNull()

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${world.url}/contracts`)
      await page.getByRole('button', { name: t('payments.terminals.add') }).click()
      await dialog.getByRole('combobox', { name: t('payments.one.provider') }).click()
      await expect(page.getByRole('option', { name: provider, exact: true })).toBeVisible()
      await page.getByRole('option', { name: t('payments.book.another') }).click()
      await expect(dialog.getByLabel(t('payments.book.newProvider'))).toBeVisible()
      await page.keyboard.press('Escape')
    }
  },
)
