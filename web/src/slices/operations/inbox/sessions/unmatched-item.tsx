import { Alert, Button, Select } from '@mantine/core'
import { contract, type Unmatched } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { useCode } from '../../../../i18n/use-code.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { Energy } from '../../../../ui/figures/quantity.tsx'
import { OrderStatusBadge } from '../../../../ui/figures/status.tsx'
import classes from '../inbox-item.module.css'
import { energyBounds, useDecision } from '../inbox-query.ts'
import { NoteDialog } from '../note-dialog.tsx'

interface UnmatchedItemProps {
  item: Unmatched
  /** Prices and waivers are an administrator's. */
  canPrice: boolean
}

/** A transaction that no order answers to, with the sessions it may belong to and what else can be done with it. */
export function UnmatchedItem({ item, canPrice }: UnmatchedItemProps) {
  const { t } = useTranslation()
  const code = useCode()
  const [asking, setAsking] = useState<'price' | 'waive'>()
  const done = () => setAsking(undefined)
  const station = stationNumber(item.station_number)
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          {t(`inbox.unmatched.${item.kind}`)}{' '}
          <Link to="/charge-points/$stationId/information" params={{ stationId: item.station_id }}>
            {station}
          </Link>
        </p>
        <p className={classes.facts}>
          <span>{item.location_name}</span>
          <When at={item.happened_at ?? item.received_at} style="fullSeconds" />
          <span>{t('inbox.transaction', { id: item.transaction_id })}</span>
          {item.meter !== null && (
            <span>
              {t('inbox.register')} <Energy wh={item.meter} unit />
            </span>
          )}
          {item.energy !== null && (
            <span>
              {t('inbox.charged')} <Energy wh={item.energy} unit />
            </span>
          )}
          {item.rfid && <span>{t('inbox.card', { rfid: item.rfid })}</span>}
          {item.reason && <span>{code('stopReason', item.reason)}</span>}
        </p>
      </div>
      {canPrice && (
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={() => setAsking('price')}>
            {t('inbox.price')}
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setAsking('waive')}>
            {t('inbox.waive')}
          </Button>
        </div>
      )}
      <Candidates item={item} />
      {asking === 'price' && <PriceDialog item={item} onClose={done} />}
      {asking === 'waive' && (
        <NoteDialog
          title={t('inbox.waiveTransaction', { station })}
          action={t('inbox.waive')}
          hurts
          decide={(note) => request(contract.inbox.waive, { params: { id: item.id }, body: { note } })}
          onClose={done}
        />
      )}
    </li>
  )
}

function Candidates({ item: { id, candidates, kind } }: { item: Unmatched }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const match = useDecision(
    (orderId: number) => request(contract.inbox.match, { params: { id }, body: { order_id: orderId } }),
    () => undefined,
  )
  if (kind !== 'stop') return null
  if (candidates.length === 0) return <p className={classes.none}>{t('inbox.noCandidates')}</p>
  return (
    <ul className={classes.candidates} aria-label={t('inbox.candidates')}>
      {candidates.map((candidate) => (
        <li key={candidate.order_id} className={classes.candidate}>
          <span>
            <OrderStatusBadge status={candidate.status} />{' '}
            <Link to="/orders/$orderId/information" params={{ orderId: String(candidate.order_id) }}>
              {t('payments.order', { id: candidate.order_id })}
            </Link>
            {' · '}
            <When at={candidate.transaction_start} style="dayTime" />
            {' · '}
            <Energy wh={candidate.energy} unit />
            {(candidate.user || candidate.rfid) &&
              ` · ${candidate.user ? `${candidate.user.first_name} ${candidate.user.last_name}` : candidate.rfid}`}
          </span>
          <ChangeButton
            size="xs"
            loading={match.isPending && match.variables === candidate.order_id}
            onClick={() => match.mutate(candidate.order_id)}
          >
            {t('inbox.match')}
          </ChangeButton>
        </li>
      ))}
      {match.isError && (
        <Alert color="red" role="alert">
          {errorText(match.error)}
        </Alert>
      )}
    </ul>
  )
}

function PriceDialog({ item, onClose }: { item: Unmatched; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [connector, setConnector] = useState(item.connectors[0]?.id)
  const [kwh, setKwh] = useState<number | string>(item.energy === null ? '' : item.energy / 1000)
  const ready = connector !== undefined && fits(kwh, energyBounds)
  return (
    <NoteDialog
      title={t('inbox.priceTransaction', { station: stationNumber(item.station_number) })}
      action={t('inbox.price')}
      ready={ready}
      decide={(note) =>
        request(contract.inbox.price, {
          params: { id: item.id },
          body: { connector_id: connector ?? 0, energy: Math.round(Number(kwh) * 1000), note },
        })
      }
      onClose={onClose}
    >
      <Select
        label={t('inbox.connector')}
        allowDeselect={false}
        data={item.connectors.map(({ id, number, type }) => ({
          value: String(id),
          label: `${format.number(number)} · ${type}`,
        }))}
        value={connector === undefined ? null : String(connector)}
        onChange={(value) => setConnector(value === null ? undefined : Number(value))}
      />
      <NumberField label={t('inbox.energy')} {...energyBounds} hideControls value={kwh} onChange={setKwh} />
    </NoteDialog>
  )
}
