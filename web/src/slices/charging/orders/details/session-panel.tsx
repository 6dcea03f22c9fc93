import type { OrderDetails } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../../api/session.ts'
import { clock } from '../../../../i18n/format.ts'
import { useCode } from '../../../../i18n/use-code.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useRunningNow } from '../../../../ui/dates/use-server-now.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Dash, Energy, Money } from '../../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { chargedSeconds } from './money/order-amounts.ts'

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

/** The driver, times, meter values and prices of a session. */
export function SessionPanel({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const code = useCode()
  const charged = chargedSeconds(order, useRunningNow())
  const none = <Dash label={t('common.noValue')} />
  return (
    <Panel title={t('order.session.title')}>
      <Facts>
        <Who order={order} />
        <Fact name={t('order.session.created')}>
          <When at={order.created_at} style="fullSeconds" />
        </Fact>
        <Fact name={t('order.session.started')}>
          <When at={order.transaction_start} style="fullSeconds" />
        </Fact>
        <Fact name={t('order.session.ended')}>
          <When at={order.transaction_finish} style="fullSeconds" />
        </Fact>
        <Fact name={t('order.session.duration')}>{charged === null ? none : clock(charged)}</Fact>
        <Fact name={t('order.session.meterStart')}>
          <Energy wh={order.meter_start} unit />
        </Fact>
        <Fact name={t('order.session.meterStop')}>
          <Energy wh={order.meter_stop} unit />
        </Fact>
        <Fact name={t('order.session.transaction')}>{order.transaction_id ?? none}</Fact>
        <Fact name={t('order.session.stopReason')}>
          {order.stop_reason ? code('stopReason', order.stop_reason) : none}
        </Fact>
        <Fact name={t('order.session.tariff')}>
          <Money minor={order.tariff} unit /> {t('units.perKwh')}
        </Fact>
        <Fact name={t('order.session.rate')}>
          <Money minor={order.rate} unit /> {t('units.perMinute')}
        </Fact>
        {order.tariff_version_id !== null && (
          <Fact name={t('order.session.tariffVersion')}>{format.number(order.tariff_version_id)}</Fact>
        )}
      </Facts>
    </Panel>
  )
}

function Who({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const { user, rfid, started_by, tag_group: group, fleet } = order
  const role = useManager()?.role
  const opens = role === 'administrator' || role === 'operator'
  if (!user && !rfid && !started_by) {
    return <Fact name={t('order.session.driver')}>{t('order.session.unknown')}</Fact>
  }
  return (
    <>
      {user && (
        <Fact name={t('order.session.driver')}>
          {opens ? (
            <Link to="/drivers/$driverId" params={{ driverId: String(user.id) }}>
              {nameOf(user) || user.email || user.id}
            </Link>
          ) : (
            nameOf(user) || user.email || user.id
          )}
          {user.phone && (
            <>
              , <a href={`tel:${user.phone}`}>{user.phone}</a>
            </>
          )}
        </Fact>
      )}
      {rfid && (
        <Fact name={t('order.session.card')}>
          {user && opens ? (
            <Link to="/drivers/$driverId" params={{ driverId: String(user.id) }} hash="cards">
              {rfid}
            </Link>
          ) : (
            rfid
          )}
        </Fact>
      )}
      {group && (
        <Fact name={t('order.session.group')}>
          <Link to="/tag-groups" search={{ q: group.key }}>
            {group.name}
          </Link>
          {group.free && ` · ${t('order.session.free')}`}
        </Fact>
      )}
      {fleet && (
        <Fact name={t('order.session.fleet')}>
          {role === 'administrator' ? (
            <Link to="/fleets/$fleetId" params={{ fleetId: String(fleet.id) }}>
              {fleet.name}
            </Link>
          ) : (
            fleet.name
          )}
        </Fact>
      )}
      {started_by && <Fact name={t('order.session.startedBy')}>{nameOf(started_by)}</Fact>}
    </>
  )
}
