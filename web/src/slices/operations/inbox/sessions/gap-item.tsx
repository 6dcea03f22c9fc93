import { Button } from '@mantine/core'
import { contract, type GapsOfModel } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Energy } from '../../../../ui/figures/quantity.tsx'
import classes from '../inbox-item.module.css'
import { NoteDialog } from '../note-dialog.tsx'

type Gap = GapsOfModel['gaps'][number]

/** How many gaps of a model are shown before a person opens all. */
const shownAtFirst = 3

/** The energy that flowed between sessions at stations of one model, with the places and times. */
export function GapItem({ item, canDecide }: { item: GapsOfModel; canDecide: boolean }) {
  const { t } = useTranslation()
  const [dismissing, setDismissing] = useState<Gap | 'model'>()
  const [showsAll, setShowsAll] = useState(false)
  const { vendor_name, model, stations, count, gaps } = item
  const name = [vendor_name, model].filter(Boolean).join(' ') || t('inbox.gaps.unknownModel')
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>{name}</p>
        <p className={classes.facts}>
          <Energy wh={item.energy} unit />
          <span>{t('inbox.gaps.stations', { count: stations })}</span>
          <span>{t('inbox.gaps.times', { count })}</span>
        </p>
        <p className={classes.why}>{t('inbox.gaps.why')}</p>
      </div>
      {canDecide && (
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={() => setDismissing('model')}>
            {t('inbox.gaps.dismissAll')}
          </Button>
        </div>
      )}
      <ul className={classes.candidates} aria-label={t('inbox.gaps.list', { name })}>
        {gaps.slice(0, showsAll ? undefined : shownAtFirst).map((gap) => (
          <GapLine
            key={gap.order_id}
            gap={gap}
            onDismiss={canDecide ? () => setDismissing(gap) : undefined}
          />
        ))}
      </ul>
      {!showsAll && gaps.length > shownAtFirst && (
        <div>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setShowsAll(true)}>
            {t('inbox.gaps.more', { count: gaps.length - shownAtFirst })}
          </Button>
        </div>
      )}
      {dismissing && (
        <DismissDialog item={item} name={name} what={dismissing} onClose={() => setDismissing(undefined)} />
      )}
    </li>
  )
}

interface DismissDialogProps {
  item: GapsOfModel
  /** of the model */
  name: string
  /** one gap, or all of the model */
  what: Gap | 'model'
  onClose: () => void
}

function DismissDialog({ item: { vendor_name, model }, name, what, onClose }: DismissDialogProps) {
  const { t } = useTranslation()
  const isAll = what === 'model'
  return (
    <NoteDialog
      title={t('inbox.gaps.dismissOf', { name: isAll ? name : stationNumber(what.station_number) })}
      action={t('inbox.gaps.dismiss')}
      hurts={isAll}
      decide={(note) =>
        isAll
          ? request(contract.gaps.dismissModel, { body: { vendor_name, model, note } })
          : request(contract.gaps.dismiss, { params: { id: what.order_id }, body: { note } })
      }
      onClose={onClose}
    />
  )
}

function GapLine({ gap, onDismiss }: { gap: Gap; onDismiss: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <li className={classes.candidate}>
      <span>
        <Link to="/charge-points/$stationId/information" params={{ stationId: gap.station_id }}>
          {stationNumber(gap.station_number)}
        </Link>{' '}
        {gap.location_name}, {t('inbox.gaps.connector', { number: gap.connector_number })}
      </span>
      <span>
        <Energy wh={gap.energy} unit />
      </span>
      <span>
        <When at={gap.from} style="dayTime" />–
        <Link to="/orders/$orderId/information" params={{ orderId: String(gap.order_id) }}>
          <When at={gap.to} style="dayTime" />
        </Link>
      </span>
      {onDismiss && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onDismiss}>
          {t('inbox.gaps.dismiss')}
        </Button>
      )}
    </li>
  )
}
