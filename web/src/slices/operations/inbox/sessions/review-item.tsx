import { Button } from '@mantine/core'
import { contract, type Review } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { network } from '../../../../api/network.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Energy, Money } from '../../../../ui/figures/quantity.tsx'
import { OnSight } from '../../../../ui/states/on-sight.tsx'
import classes from '../inbox-item.module.css'
import { energyBounds } from '../inbox-query.ts'
import { NoteDialog } from '../note-dialog.tsx'
import { ReviewChoices } from './review-choices.tsx'

interface ReviewItemProps {
  item: Review
  canPrice: boolean
  /** How the session charged. */
  curve: ReactNode
}

const reasons = [
  'unowned',
  'other_token',
  'late_start',
  'clock',
  'lost',
  'energy_unknown',
  'cost_differs',
] as const
type Reason = (typeof reasons)[number]

const isReason = (warning: Review['warning']): warning is Reason =>
  (reasons as readonly (string | null)[]).includes(warning)

/** An energy that no message reported is unknown, not zero. */
const isKnown = ({ warning, energy }: Review): boolean => warning !== 'energy_unknown' || energy > 0

/** A session with an implausible meter or without a payer, and the decision on its price. */
export function ReviewItem({ item, canPrice, curve }: ReviewItemProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'price' | 'waive'>()
  const done = () => setAsking(undefined)
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          <Link to="/orders/$orderId/information" params={{ orderId: String(item.order_id) }}>
            {t('payments.order', { id: item.order_id })}
          </Link>{' '}
          {item.warning && t(`enums.warning.${item.warning}`)}
        </p>
        <Facts item={item} />
        {isReason(item.warning) && <p className={classes.why}>{t(`inbox.why.${item.warning}`)}</p>}
        {item.marked_energy !== null && <p className={classes.why}>{t('inbox.why.contradiction')}</p>}
      </div>
      {canPrice && (
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={() => setAsking('price')}>
            {t('inbox.decide')}
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setAsking('waive')}>
            {t('inbox.waive')}
          </Button>
        </div>
      )}
      <OnSight className={classes.evidence}>
        <ReviewChoices item={item} canPrice={canPrice} />
        {curve}
      </OnSight>
      {asking === 'price' && <DecideDialog item={item} onClose={done} />}
      {asking === 'waive' && (
        <NoteDialog
          title={t('inbox.waiveOrder', { id: item.order_id })}
          action={t('inbox.waive')}
          hurts
          decide={(note) =>
            request(contract.inbox.waiveOrder, { params: { id: item.order_id }, body: { note } })
          }
          onClose={done}
        />
      )}
    </li>
  )
}

/** Where and when it was, what was metered, and who charged. */
function Facts({ item }: { item: Review }) {
  const { t } = useTranslation()
  const who = item.user ? `${item.user.first_name} ${item.user.last_name}`.trim() : item.rfid
  return (
    <p className={classes.facts}>
      <span>
        {stationNumber(item.station_number)} {item.location_name}
      </span>
      <span>
        <When at={item.transaction_start} style="dayTime" />–
        <When at={item.transaction_finish} style="time" />
      </span>
      {isKnown(item) && (
        <span>
          {t('inbox.believed')} <Energy wh={item.energy} unit /> · <Money minor={item.charging_price} unit />
        </span>
      )}
      {item.register_energy !== null && (
        <span>
          {t('inbox.told')} <Energy wh={item.register_energy} unit />
        </span>
      )}
      {item.marked_energy !== null && (
        <span>
          {t('inbox.marked')} <Energy wh={item.marked_energy} unit />
        </span>
      )}
      {who && <span>{who}</span>}
    </p>
  )
}

const amountBounds = { min: 0, max: 1_000_000, decimals: 2 }

function DecideDialog({ item, onClose }: { item: Review; onClose: () => void }) {
  const { t } = useTranslation()
  const [by, setBy] = useState<'energy' | 'amount'>('energy')
  const [kwh, setKwh] = useState<number | string>(item.energy / 1000)
  const [amount, setAmount] = useState<number | string>(item.charging_price / 100)
  const decision = () =>
    by === 'energy'
      ? { energy: Math.round(Number(kwh) * 1000) }
      : { amount: Math.round(Number(amount) * 100) }
  return (
    <NoteDialog
      title={t('inbox.decideOrder', { id: item.order_id })}
      action={t('inbox.capture')}
      ready={by === 'energy' ? fits(kwh, energyBounds) : fits(amount, amountBounds)}
      decide={(note) =>
        request(contract.inbox.priceOrder, {
          params: { id: item.order_id },
          body: { ...decision(), note },
        })
      }
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('inbox.decideBy')}
        value={by}
        onChange={setBy}
        data={[
          { value: 'energy', label: t('inbox.byEnergy') },
          { value: 'amount', label: t('inbox.byAmount') },
        ]}
      />
      {by === 'energy' ? (
        <NumberField label={t('inbox.energy')} {...energyBounds} hideControls value={kwh} onChange={setKwh} />
      ) : (
        <NumberField
          label={t('inbox.amount', { currency: network.currencySign })}
          {...amountBounds}
          hideControls
          value={amount}
          onChange={setAmount}
        />
      )}
    </NoteDialog>
  )
}
