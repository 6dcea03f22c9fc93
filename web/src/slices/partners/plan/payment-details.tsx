import { Button } from '@mantine/core'
import type { Plan } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './plan.module.css'

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The bank that payouts go to, and the card that the plan is paid with. */
export function PaymentDetails({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const bank = plan.payment_account?.bank_account
  const card = plan.payment_method?.card
  const none = <Dash label={t('common.noValue')} />
  return (
    <Panel title={t('plan.details')}>
      <div className={classes.form}>
        <Facts>
          <Fact name={t('plan.bank')}>
            {bank ? `${bank.bank_name} · ${bank.currency.toUpperCase()}` : none}
          </Fact>
          <Fact name={t('plan.cardName')}>
            {card ? `${capitalized(card.brand ?? '')} •••• ${card.last4 ?? ''}` : none}
          </Fact>
        </Facts>
        <div className={classes.row}>
          {plan.payment_method && (
            <Button component={Link} to="/settings/payments/method" variant="default" size="xs">
              {t('plan.otherCard')}
            </Button>
          )}
          {plan.payment_account && (
            <Button component={Link} to="/settings/payments/account" variant="default" size="xs">
              {t('plan.changeBusiness')}
            </Button>
          )}
          {bank && (
            <Button component={Link} to="/settings/payments/bank" variant="default" size="xs">
              {t('plan.changeBank')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
