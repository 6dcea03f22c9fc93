import { Button } from '@mantine/core'
import { contract, type Debt } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { stationNumber } from '../../i18n/format.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { Money } from '../../ui/quantity.tsx'
import { When } from '../../ui/when.tsx'
import classes from './inbox-item.module.css'
import { useDecision } from './inbox-query.ts'
import { NoteDialog } from './note-dialog.tsx'

/** What is due of a session and nobody has paid: it is charged once more, or waived. */
export function DebtItem({ item, canDecide }: { item: Debt; canDecide: boolean }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [waiving, setWaiving] = useState(false)
  const { order_id: id, purpose } = item
  const charge = useDecision(
    () => request(contract.inbox.chargeDebt, { params: { id }, body: { purpose } }),
    () => undefined,
  )
  const who = item.user ? `${item.user.first_name} ${item.user.last_name}`.trim() : item.rfid
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          <Link to="/orders/$orderId/information" params={{ orderId: String(id) }}>
            {t('payments.order', { id })}
          </Link>{' '}
          {purpose === 'parking' && `${t('order.money.idle')} `}
          <Money minor={item.amount} unit />
        </p>
        <p className={classes.facts}>
          <span>
            {stationNumber(item.station_number)} {item.location_name}
          </span>
          <When at={item.transaction_finish} style="dayTime" />
          <span>
            {t('inbox.books.captured')} <Money minor={item.captured_amount} unit />
          </span>
          {who && <span>{who}</span>}
        </p>
        {charge.isError && (
          <p className={classes.why} role="alert">
            {errorText(charge.error)}
          </p>
        )}
      </div>
      {canDecide && (
        <div className={classes.actions}>
          <ChangeButton size="xs" loading={charge.isPending} onClick={() => charge.mutate(undefined)}>
            {t('inbox.debt.charge')}
          </ChangeButton>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setWaiving(true)}>
            {t('inbox.waive')}
          </Button>
        </div>
      )}
      {waiving && (
        <NoteDialog
          title={t('inbox.debt.waiveOf', { id })}
          action={t('inbox.waive')}
          hurts
          decide={(note) => request(contract.inbox.waiveDebt, { params: { id }, body: { purpose, note } })}
          onClose={() => setWaiving(false)}
        />
      )}
    </li>
  )
}
