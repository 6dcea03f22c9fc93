import { Button } from '@mantine/core'
import { contract, type PaymentDifference } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { startOf } from '../../../api/days.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ReasonField } from '../../../ui/fields/reason-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './reconciliation.module.css'
import { useDifferences, useMending } from './reconciliation-query.ts'

/** What the provider and we tell differently, with the acts that mend it. */
export function DifferencesPanel() {
  const { t } = useTranslation()
  const query = useDifferences()
  return (
    <Panel title={t('reconciliation.differences')} count={query.data?.length} flush>
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <EmptyState drawing="calm" title={t('reconciliation.noDifferences')} />}
      <ul className={classes.list}>
        {query.data?.map((one) => (
          <DifferenceItem key={one.id} one={one} />
        ))}
      </ul>
    </Panel>
  )
}

type Act = 'book' | 'giveBack' | 'explain'

function DifferenceItem({ one }: { one: PaymentDifference }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [act, setAct] = useState<Act | null>(null)
  const { id, kind, explanation, can } = one
  const read = useMending(() => request(contract.reconciliation.read, { params: { id } }))
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>{t(`reconciliation.kind.${kind}`)}</p>
        <DifferenceFacts one={one} />
        {explanation && (
          <p className={classes.facts}>
            {t('reconciliation.explained', { by: one.explained_by ?? t('common.noValue') })}: {explanation}
          </p>
        )}
        {read.isError && (
          <p className={classes.facts} role="alert">
            {errorText(read.error)}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {can.read && (
          <ChangeButton
            size="xs"
            variant="default"
            loading={read.isPending}
            onClick={() => read.mutate(undefined)}
          >
            {t('reconciliation.act.read')}
          </ChangeButton>
        )}
        {can.book && (
          <Button size="xs" onClick={() => setAct('book')}>
            {t('reconciliation.act.book')}
          </Button>
        )}
        {can.give_back && (
          <Button size="xs" onClick={() => setAct('giveBack')}>
            {t('reconciliation.act.giveBack')}
          </Button>
        )}
        {can.explain && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => setAct('explain')}>
            {t('reconciliation.act.explain')}
          </Button>
        )}
      </div>
      {act && <ActDialog id={id} act={act} onClose={() => setAct(null)} />}
    </li>
  )
}

/** What it is about, and the two sides of it. */
function DifferenceFacts({ one }: { one: PaymentDifference }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, day, provider, order_id: orderId, payment_ref, ours, theirs } = one
  const booked = kind === 'not_booked'
  const isFee = kind === 'fee'
  const side = (name: 'ours' | 'theirs', state: PaymentDifference['ours']): string => {
    if (state === null) return t(`reconciliation.unknown.${name}`)
    const amount = format.money(state.captured - state.refunded)
    const word = booked ? (`${name}Booked` as const) : isFee ? (`${name}Fee` as const) : name
    const where = t(`reconciliation.side.${word}`)
    return booked || isFee ? `${where} ${amount}` : `${where} ${amount} (${state.state})`
  }
  return (
    <>
      <p className={classes.facts}>
        <span>
          {format.when(new Date(startOf(day)), 'day')}, {provider}
        </span>
        {orderId !== null && (
          <Link to="/orders/$orderId/information" params={{ orderId: String(orderId) }}>
            {t('payments.order', { id: orderId })}
          </Link>
        )}
        {payment_ref && (
          <span>{isFee ? t(`enums.paymentMethod.${payment_ref as 'card' | 'sbp'}`) : payment_ref}</span>
        )}
      </p>
      <p className={classes.facts}>
        <span>{side('theirs', theirs)}</span>
        <span>{side('ours', ours)}</span>
      </p>
    </>
  )
}

function ActDialog({ id, act, onClose }: { id: number; act: Act; onClose: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const change = useMending(
    (given: string) => request(contract.reconciliation[act], { params: { id }, body: { reason: given } }),
    onClose,
  )
  return (
    <FormDialog
      title={t(`reconciliation.title.${act}`)}
      action={t(`reconciliation.act.${act}`)}
      body={reason.trim() || undefined}
      change={change}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
