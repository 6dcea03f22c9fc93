import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../buttons/change-button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  text: string
  /** What the confirming button says: the deed itself, never "OK". */
  action: string
  /** What the other button says, where "Cancel" would be read as the deed. */
  back?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a deed that hurts. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, action, back, onConfirm, onClose } = props
  const { t } = useTranslation()
  const confirm = () => {
    onConfirm()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={420} centered>
      <Text size="md">{text}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {back ?? t('common.cancel')}
        </Button>
        <ChangeButton color="red.8" onClick={confirm}>
          {action}
        </ChangeButton>
      </Group>
    </Dialog>
  )
}
