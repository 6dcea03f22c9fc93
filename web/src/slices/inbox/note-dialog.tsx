import { Alert, Button, Group, Modal, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { useDecision } from './inbox-query.ts'

interface NoteDialogProps {
  title: string
  /** What the confirming button says. */
  action: string
  /** False while the fields above the note are not complete. */
  ready?: boolean
  danger?: boolean
  decide: (note: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

const longest = 500

/** Asks for a decision with its reason, which stands in the audit log and the chronology. */
export function NoteDialog(props: NoteDialogProps) {
  const { title, action, ready = true, danger = false, decide, onClose, children } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [note, setNote] = useState('')
  const decision = useDecision(decide, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    decision.mutate(note.trim())
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={480}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit}>
        {children}
        <Textarea
          label={t('inbox.note')}
          description={t('inbox.noteHint')}
          required
          autosize
          minRows={2}
          maxLength={longest}
          mt="sm"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {decision.isError && (
          <Alert color="red" mt="sm" role="alert">
            {errorText(decision.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ChangeButton
            type="submit"
            {...(danger ? { color: 'red.8' } : {})}
            disabled={!ready || note.trim() === ''}
            loading={decision.isPending}
          >
            {action}
          </ChangeButton>
        </Group>
      </form>
    </Modal>
  )
}
