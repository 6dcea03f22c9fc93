import type { Driver } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { Dash, Money } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { DriverState } from './driver-state.tsx'
import classes from './drivers.module.css'
import { ForgetCard } from './forget-card.tsx'

/** A driver's name, contacts, balance and debts. */
export function DriverPanel({ driver, administers }: { driver: Driver; administers: boolean }) {
  const { t } = useTranslation()
  const none = <Dash label={t('common.noValue')} />
  const { saved_card: card, held } = driver
  return (
    <Panel title={t('drivers.about')}>
      <div className={classes.facts}>
        <Facts>
          <Fact name={t('drivers.columns.state')}>
            <DriverState driver={driver} />
          </Fact>
          {driver.blocked_at && (
            <Fact name={t('drivers.blockedAt')}>
              <When at={driver.blocked_at} /> {driver.block_reason}
            </Fact>
          )}
          <Fact name={t('drivers.phone')}>{driver.phone || none}</Fact>
          <Fact name={t('drivers.email')}>{driver.email || none}</Fact>
        </Facts>
        <Facts>
          {driver.balance !== null && (
            <Fact name={t('drivers.balance')}>
              <Money minor={driver.balance} unit />
            </Fact>
          )}
          {held !== null && held > 0 && (
            <Fact name={t('drivers.held')}>
              <Money minor={held} unit />
            </Fact>
          )}
          {driver.discount_percent > 0 && (
            <Fact name={t('drivers.terms.discount')}>{driver.discount_percent}</Fact>
          )}
          {driver.fleet && (
            <Fact name={t('drivers.terms.fleet')}>
              <Link to="/fleets/$fleetId" params={{ fleetId: String(driver.fleet.id) }}>
                {driver.fleet.name}
              </Link>
            </Fact>
          )}
          <Fact name={t('drivers.debt')}>{driver.debt > 0 ? <Money minor={driver.debt} unit /> : none}</Fact>
          <Fact name={t('drivers.savedCard')}>
            {card ? (
              <span className={classes.saved}>
                {[card.brand, card.last4 && `•••• ${card.last4}`].filter(Boolean).join(' ')}
                {administers && <ForgetCard driver={driver} />}
              </span>
            ) : (
              none
            )}
          </Fact>
        </Facts>
      </div>
    </Panel>
  )
}
