import { Button, Skeleton } from '@mantine/core'
import { contract, type PriceChange } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { useKindLabel } from './kind-label.tsx'
import classes from './price-history.module.css'
import { PriceWords } from './price-words.tsx'
import { pricingQuery, useForgetPrices } from './pricing-query.ts'
import { firstChanges } from './tariff-panel.tsx'

const mostChanges = 500

/** All past, present and planned prices of a location, the latest start first. */
export function PriceHistory({ locationId }: { locationId: number }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const forget = useForgetPrices()
  const [limit, setLimit] = useState(firstChanges)
  const [canceling, setCanceling] = useState<PriceChange | null>(null)
  const query = useQuery(pricingQuery(locationId, limit))
  const cancel = useChange({
    mutationFn: (changeId: number) =>
      request(contract.tariffs.cancelChange, { params: { id: locationId, changeId } }),
    onSettled: forget,
  })
  const { changes, changes_total: total } = query.data ?? { changes: undefined, changes_total: 0 }
  return (
    <Panel title={t('tariffs.history.title')} count={query.data && total}>
      {cancel.isError && (
        <CommandAnswer good={false} onClose={cancel.reset}>
          {errorText(cancel.error)}
        </CommandAnswer>
      )}
      {query.error && !changes && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!changes && !query.error && <Bones />}
      {changes?.length === 0 && (
        <EmptyState drawing="calm" title={t('tariffs.history.empty')} text={t('tariffs.history.emptyText')} />
      )}
      {changes && changes.length > 0 && (
        <ol className={classes.line}>
          {changes.map((change) => (
            <Entry key={change.id} change={change} onCancel={() => setCanceling(change)} />
          ))}
        </ol>
      )}
      {changes && changes.length < Math.min(total, mostChanges) && (
        <Button
          variant="default"
          size="xs"
          mt={12}
          loading={query.isFetching}
          onClick={() => setLimit(Math.min(limit + 50, mostChanges))}
        >
          {t('common.loadMore')}
        </Button>
      )}
      <CancelDialog
        change={canceling}
        onConfirm={() => canceling && cancel.mutate(canceling.id)}
        onClose={() => setCanceling(null)}
      />
    </Panel>
  )
}

const Bones = () => (
  <div aria-busy="true">
    {['one', 'two', 'three'].map((bone) => (
      <Skeleton key={bone} height={40} my={12} />
    ))}
  </div>
)

interface CancelDialogProps {
  /** the planned price; null: the dialog is closed */
  change: PriceChange | null
  onConfirm: () => void
  onClose: () => void
}

function CancelDialog({ change, onConfirm, onClose }: CancelDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const moment = change && format.when(new Date(change.valid_from), 'full')
  return (
    <ConfirmDialog
      opened={change !== null}
      title={t('tariffs.cancel.title')}
      text={moment === null ? '' : t('tariffs.cancel.text', { moment })}
      action={t('tariffs.cancel.action')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

const stationOf = ({ id, number }: NonNullable<PriceChange['station']>) =>
  number === null ? id : stationNumber(number)

function Entry({ change, onCancel }: { change: PriceChange; onCancel: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelOf = useKindLabel()
  const moment = (at: string) => format.when(new Date(at), 'full')
  const author = change.canceled_at ? change.canceled_by : change.created_by
  const at = change.canceled_at ?? change.created_at
  return (
    <li className={classes.entry} data-state={change.state}>
      <span className={classes.dot} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.price}>
          <PriceWords price={change} />
          <span className={classes.state}>{t(`tariffs.state.${change.state}`)}</span>
        </p>
        <p className={classes.quiet}>
          {[change.station && stationOf(change.station), labelOf(change)].filter(Boolean).join(' · ')} ·{' '}
          {change.valid_to
            ? t('tariffs.history.between', { from: moment(change.valid_from), to: moment(change.valid_to) })
            : t('tariffs.history.since', { from: moment(change.valid_from) })}
        </p>
        <p className={classes.quiet}>
          {t(change.canceled_at ? 'tariffs.history.canceledBy' : 'tariffs.history.setBy', {
            name: author?.name ?? t('tariffs.history.unknown'),
            moment: moment(at),
          })}
        </p>
      </div>
      {change.can.cancel && (
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('tariffs.cancel.button')}
        </Button>
      )}
    </li>
  )
}
