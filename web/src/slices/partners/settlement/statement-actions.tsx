import { Button } from '@mantine/core'
import type { Statement } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { DownloadMenu } from '../../../ui/buttons/download-menu.tsx'
import { IssueDialog, PayDialog, UndoDialog } from './statement-dialogs.tsx'
import { useStatementDownload } from './statement-queries.ts'

/** What may be done with a month: issue it, take it home, mark it as paid, take that back. */
export function StatementActions({
  statement,
  onIssued,
}: {
  statement: Statement
  onIssued: (id: number) => void
}) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'issue' | 'pay' | 'undo' | null>(null)
  const close = () => setAsking(null)
  const { id, can } = statement
  const isHeld = useManager()?.role === 'administrator' && statement.held_until !== null
  return (
    <>
      {id !== null && <Download id={id} />}
      {can.issue && (
        <ChangeButton onClick={() => setAsking('issue')}>{t('settlement.issue.action')}</ChangeButton>
      )}
      {isHeld && <Button disabled>{t('settlement.pay.action')}</Button>}
      {can.pay && <ChangeButton onClick={() => setAsking('pay')}>{t('settlement.pay.action')}</ChangeButton>}
      {can.undo_payment && (
        <ChangeButton variant="default" onClick={() => setAsking('undo')}>
          {t('settlement.undo.action')}
        </ChangeButton>
      )}
      {asking === 'issue' && <IssueDialog statement={statement} onClose={close} onIssued={onIssued} />}
      {asking === 'pay' && <PayDialog statement={statement} onClose={close} />}
      {asking === 'undo' && <UndoDialog statement={statement} onClose={close} />}
    </>
  )
}

function Download({ id }: { id: number }) {
  return <DownloadMenu download={useStatementDownload(id)} />
}
