import { Button } from '@mantine/core'
import { contract, type Debt } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import classes from '../inbox-item.module.css'
import { useDecision } from '../inbox-query.ts'
import { NoteDialog } from '../note-dialog.tsx'
import { BookDebtDialog } from './book-debt-dialog.tsx'
import { DebtLinkDialog } from './debt-link-dialog.tsx'

interface DebtActsProps {
  orderId: number
  purpose: Debt['purpose']
  /** owed, in kopecks */
  amount: number
  /** the person may charge and waive the debt; others may only book cash and terminal payments */
  decides: boolean
  /** something is held for it, or a card is saved */
  canCharge: boolean
  /** there is a payment provider, so that it can be paid by a link */
  canLink: boolean
  /** the driver; null when unknown */
  user: Pick<NonNullable<Debt['user']>, 'id'> | null
  className?: string | undefined
}

/** The actions on a debt: charge it again if possible, book a payment in cash or at a terminal, or waive it. */
export function DebtActs({
  orderId: id,
  purpose,
  amount,
  decides,
  canCharge,
  canLink,
  user,
  className,
}: DebtActsProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [open, setOpen] = useState<'book' | 'link' | 'waive' | null>(null)
  const close = () => setOpen(null)
  const charge = useDecision(
    () => request(contract.inbox.chargeDebt, { params: { id }, body: { purpose } }),
    () => undefined,
  )
  return (
    <div className={className}>
      {decides && canCharge && (
        <ChangeButton size="xs" loading={charge.isPending} onClick={() => charge.mutate(undefined)}>
          {t('inbox.debt.charge')}
        </ChangeButton>
      )}
      {!canCharge && (
        <p className={classes.cannot}>
          {t('inbox.debt.noMethod')} {t(canLink ? 'inbox.debt.orLink' : 'inbox.debt.noProvider')}
        </p>
      )}
      {canLink && (
        <Button variant="default" size="xs" onClick={() => setOpen('link')}>
          {t('inbox.debt.link')}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => setOpen('book')}>
        {t('inbox.debt.book')}
      </Button>
      {decides && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => setOpen('waive')}>
          {t('inbox.waive')}
        </Button>
      )}
      {charge.isError && (
        <p className={classes.why} role="alert">
          {errorText(charge.error)}
        </p>
      )}
      <DebtDialog open={open} orderId={id} purpose={purpose} amount={amount} user={user} onClose={close} />
    </div>
  )
}

interface DebtDialogProps extends Pick<DebtActsProps, 'orderId' | 'purpose' | 'amount' | 'user'> {
  open: 'book' | 'link' | 'waive' | null
  onClose: () => void
}

/** What is chosen to be done about a debt. */
function DebtDialog({ open, orderId: id, purpose, amount, user, onClose }: DebtDialogProps) {
  const { t } = useTranslation()
  if (open === 'book')
    return <BookDebtDialog orderId={id} purpose={purpose} amount={amount} onClose={onClose} />
  if (open === 'link') return <DebtLinkDialog orderId={id} user={user} onClose={onClose} />
  if (open === null) return null
  return (
    <NoteDialog
      title={t('inbox.debt.waiveOf', { id })}
      action={t('inbox.waive')}
      hurts
      decide={(note) => request(contract.inbox.waiveDebt, { params: { id }, body: { purpose, note } })}
      onClose={onClose}
    />
  )
}
