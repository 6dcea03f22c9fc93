import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useDecision } from './inbox-query.ts'

interface NoteDialogProps {
  title: string
  /** What the confirming button says. */
  action: string
  /** What happens with the reason, if it is not only stored. */
  hint?: string
  /** False while the fields above the note are not complete. */
  ready?: boolean
  hurts?: boolean
  /** The reason, where the choice itself gives one. */
  proposed?: string
  decide: (note: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

const longest = 500

/** Asks for a decision and its reason, which is written to the audit log and the chronology. */
export function NoteDialog({
  ready = true,
  proposed = '',
  hint,
  decide,
  children,
  ...dialog
}: NoteDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState(proposed)
  const decision = useDecision(decide, dialog.onClose)
  return (
    <FormDialog {...dialog} body={ready && note.trim() !== '' ? note.trim() : undefined} change={decision}>
      {children}
      <Textarea
        label={t('inbox.note')}
        description={hint ?? t('inbox.noteHint')}
        required
        autosize
        minRows={2}
        maxLength={longest}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
