import { useState } from 'react'
import { ConfirmDialog } from '../forms/confirm-dialog.tsx'
import { IconPlayerStop } from '../pictures/icons.ts'
import { ChangeButton } from './change-button.tsx'

interface StopButtonProps {
  /** what the button says, and the one that confirms */
  action: string
  title: string
  text: string
  /** what the other button says, where "Cancel" would be read as the deed */
  back?: string
  loading: boolean
  onStop: () => void
}

/** Stops something that is under way, after a question. */
export function StopButton({ action, loading, onStop, ...question }: StopButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ChangeButton
        variant="default"
        c="var(--sm-bad-text)"
        leftSection={<IconPlayerStop size={16} stroke={1.75} />}
        loading={loading}
        onClick={() => setAsking(true)}
      >
        {action}
      </ChangeButton>
      <ConfirmDialog
        {...question}
        opened={asking}
        action={action}
        onConfirm={onStop}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
