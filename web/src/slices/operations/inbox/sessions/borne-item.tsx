import { Button } from '@mantine/core'
import { type Borne, contract } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Energy, Money } from '../../../../ui/figures/quantity.tsx'
import classes from '../inbox-item.module.css'
import { NoteDialog } from '../note-dialog.tsx'

/** A session that cost more than its driver was promised, and the share that the network pays, until a person confirms to have seen it. */
export function BorneItem({ item, canDecide }: { item: Borne; canDecide: boolean }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { order_id: id } = item
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          <Link to="/orders/$orderId/information" params={{ orderId: String(id) }}>
            {t('payments.order', { id })}
          </Link>{' '}
          <Money minor={item.borne_amount} unit />
        </p>
        <p className={classes.facts}>
          <span>
            {stationNumber(item.station_number)} {item.location_name}
          </span>
          <When at={item.transaction_finish} style="dayTime" />
          <Energy wh={item.energy} unit />
          <span>
            {t('inbox.borne.pays')} <Money minor={item.charging_price} unit />
          </span>
        </p>
        <p className={classes.why}>{t('inbox.borne.why')}</p>
      </div>
      {canDecide && (
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
            {t('inbox.borne.note')}
          </Button>
        </div>
      )}
      {isConfirming && (
        <NoteDialog
          title={t('inbox.borne.noteOf', { id })}
          action={t('inbox.borne.note')}
          decide={(note) => request(contract.inbox.noteBorne, { params: { id }, body: { note } })}
          onClose={() => setConfirming(false)}
        />
      )}
    </li>
  )
}
