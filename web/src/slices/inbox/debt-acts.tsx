import { Button } from '@mantine/core'
import { contract, type Debt } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import classes from './inbox-item.module.css'
import { useDecision } from './inbox-query.ts'
import { NoteDialog } from './note-dialog.tsx'

interface DebtActsProps {
  orderId: number
  purpose: Debt['purpose']
  /** something is held for it, or a card is saved */
  canCharge: boolean
  className?: string | undefined
}

/** What is done with a debt: charged once more, where there is something to charge, or waived. */
export function DebtActs({ orderId: id, purpose, canCharge, className }: DebtActsProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [waiving, setWaiving] = useState(false)
  const charge = useDecision(
    () => request(contract.inbox.chargeDebt, { params: { id }, body: { purpose } }),
    () => undefined,
  )
  return (
    <div className={className}>
      {canCharge ? (
        <ChangeButton size="xs" loading={charge.isPending} onClick={() => charge.mutate(undefined)}>
          {t('inbox.debt.charge')}
        </ChangeButton>
      ) : (
        <p className={classes.cannot}>{t('inbox.debt.noMethod')}</p>
      )}
      <Button variant="subtle" color="gray" size="xs" onClick={() => setWaiving(true)}>
        {t('inbox.waive')}
      </Button>
      {charge.isError && (
        <p className={classes.why} role="alert">
          {errorText(charge.error)}
        </p>
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
    </div>
  )
}
