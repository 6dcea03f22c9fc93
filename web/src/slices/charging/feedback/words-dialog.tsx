import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useFeedbackChange } from './feedback-query.ts'

interface WordsDialogProps {
  title: string
  label: string
  hint: string
  words: string
  mayBeEmpty?: boolean
  longest: number
  act: (words: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a text about a review: an answer, or a reason. */
export function WordsDialog({
  title,
  label,
  hint,
  words,
  mayBeEmpty,
  longest,
  act,
  onClose,
}: WordsDialogProps) {
  const [typed, setTyped] = useState(words)
  const change = useFeedbackChange((body: { words: string }) => act(body.words), onClose)
  const given = typed.trim()
  return (
    <FormDialog
      title={title}
      action={title}
      body={given !== '' || mayBeEmpty ? { words: given } : undefined}
      change={change}
      onClose={onClose}
    >
      <Textarea
        label={label}
        description={hint}
        autosize
        minRows={3}
        maxLength={longest}
        required={!mayBeEmpty}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
