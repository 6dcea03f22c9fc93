import { Text, Textarea, TextInput } from '@mantine/core'
import { contract, type Statement, statementPaymentBody, undoPaymentBody } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { monthStart, today } from '../../../api/days.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { useStatementsChanged } from './statement-queries.ts'

interface DialogProps {
  statement: Statement
  onClose: () => void
}

/** Asks before a month is issued, which cannot be undone. */
export function IssueDialog({
  statement,
  onClose,
  onIssued,
}: DialogProps & { onIssued: (id: number) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const changed = useStatementsChanged()
  const { owner_id, month, due_amount, owner_name } = statement
  const change = useChange({
    mutationFn: (body: { owner_id: number; month: string; due_amount: number }, idempotency) =>
      request(contract.settlement.issue, { body, idempotency }),
    onSuccess: ({ id }) => {
      onClose()
      if (id !== null) onIssued(id)
    },
    onSettled: changed,
  })
  const values = {
    owner: owner_name,
    month: format.when(monthStart(month), 'month'),
    amount: format.money(due_amount),
  }
  return (
    <FormDialog
      title={t('settlement.issue.title', values)}
      action={t('settlement.issue.action')}
      body={{ owner_id, month, due_amount }}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('settlement.issue.text', values)}</Text>
    </FormDialog>
  )
}

/** Marks a statement as paid, with day and document. */
export function PayDialog({ statement, onClose }: DialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const changed = useStatementsChanged()
  const form = useCheckedForm(statementPaymentBody, { paid_on: today(), document_number: '' })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      // only issued statements have this dialog
      request(contract.settlement.pay, { params: { id: statement.id! }, body, idempotency }),
    onSuccess: onClose,
    onSettled: changed,
  })
  const owed = statement.due_amount < 0
  return (
    <FormDialog
      title={t('settlement.pay.title', { number: statement.number })}
      action={t('settlement.pay.action')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <Text size="md">
        {t(owed ? 'settlement.pay.textOwed' : 'settlement.pay.text', {
          owner: statement.owner_name,
          amount: format.money(Math.abs(statement.due_amount)),
        })}
      </Text>
      <TextInput
        {...form.text('paid_on')}
        type="date"
        label={t('settlement.pay.day')}
        max={today()}
        required
      />
      <TextInput
        {...form.text('document_number')}
        label={t('settlement.pay.document')}
        description={t('settlement.pay.documentHint')}
        required
      />
    </FormDialog>
  )
}

/** Takes back that a statement was paid, with a reason. */
export function UndoDialog({ statement, onClose }: DialogProps) {
  const { t } = useTranslation()
  const changed = useStatementsChanged()
  const form = useCheckedForm(undoPaymentBody, { reason: '' })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      // only issued statements have this dialog
      request(contract.settlement.undoPayment, { params: { id: statement.id! }, body, idempotency }),
    onSuccess: onClose,
    onSettled: changed,
  })
  return (
    <FormDialog
      title={t('settlement.undo.title', { number: statement.number })}
      action={t('settlement.undo.action')}
      hurts
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('settlement.undo.text')}</Text>
      <Textarea {...form.text('reason')} label={t('settlement.undo.reason')} autosize required />
    </FormDialog>
  )
}
