import { Text, Textarea } from '@mantine/core'
import {
  contract,
  type PartnerSettlement,
  settlementAgreeBody,
  settlementReopenBody,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { monthStart } from '../../../api/days.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { DownloadMenu } from '../../../ui/buttons/download-menu.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { useSettlementChanged, useSettlementDownload } from './settlement-queries.ts'

interface SettlementProps {
  settlement: PartnerSettlement
}

/** What may be done with a month: take it home, agree with it, take that back. */
export function SettlementActions({ settlement }: SettlementProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'agree' | 'reopen' | null>(null)
  const close = () => setAsking(null)
  const { can, partner_id: id, month } = settlement
  const download = useSettlementDownload(id, month)
  return (
    <>
      <DownloadMenu download={download} />
      {can.agree && (
        <ChangeButton onClick={() => setAsking('agree')}>{t('comparison.agree.action')}</ChangeButton>
      )}
      {can.reopen && (
        <ChangeButton variant="default" onClick={() => setAsking('reopen')}>
          {t('comparison.reopen.action')}
        </ChangeButton>
      )}
      {asking === 'agree' && <AgreeDialog settlement={settlement} onClose={close} />}
      {asking === 'reopen' && <ReopenDialog settlement={settlement} onClose={close} />}
    </>
  )
}

interface DialogProps extends SettlementProps {
  onClose: () => void
}

function useWords({ partner_name: partner, month, differing, difference }: PartnerSettlement) {
  const format = useFormat()
  const shown = { n: format.number(differing), amount: format.money(difference) }
  return { partner, month: format.when(monthStart(month), 'month'), count: differing, ...shown }
}

/** Asks before a person agrees, with what differs before their eyes. */
function AgreeDialog({ settlement, onClose }: DialogProps) {
  const { t } = useTranslation()
  const changed = useSettlementChanged()
  const { partner_id: id, month, difference, differing } = settlement
  const form = useCheckedForm(settlementAgreeBody, { note: '', difference })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.partnerSettlements.agree, { params: { id, month }, body, idempotency }),
    onSuccess: (agreed) => {
      onClose()
      changed(agreed)
    },
  })
  const words = useWords(settlement)
  return (
    <FormDialog
      title={t('comparison.agree.title', words)}
      action={t('comparison.agree.action')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t(differing > 0 ? 'comparison.agree.differs' : 'comparison.agree.equal', words)}</Text>
      <Textarea {...form.text('note')} label={t('comparison.agree.note')} autosize minRows={2} />
    </FormDialog>
  )
}

/** Takes back that a person has agreed, with a reason. */
function ReopenDialog({ settlement, onClose }: DialogProps) {
  const { t } = useTranslation()
  const changed = useSettlementChanged()
  const { partner_id: id, month } = settlement
  const form = useCheckedForm(settlementReopenBody, { reason: '' })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.partnerSettlements.reopen, { params: { id, month }, body, idempotency }),
    onSuccess: (opened) => {
      onClose()
      changed(opened)
    },
  })
  return (
    <FormDialog
      title={t('comparison.reopen.title', useWords(settlement))}
      action={t('comparison.reopen.action')}
      hurts
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('comparison.reopen.text')}</Text>
      <Textarea {...form.text('reason')} label={t('settlement.undo.reason')} autosize required />
    </FormDialog>
  )
}
