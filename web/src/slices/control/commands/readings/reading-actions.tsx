import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconPlus, IconRefresh } from '../../../../ui/pictures/icons.ts'

interface ReadingActionsProps {
  disabled: boolean
  onRead: () => void
  /** what the other button says */
  add: string
  onAdd: () => void
}

/** Reads from the station again, or opens the form that adds one. */
export function ReadingActions({ disabled, onRead, add, onAdd }: ReadingActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} stroke={1.75} />}
        disabled={disabled}
        onClick={onRead}
      >
        {t('readings.read')}
      </Button>
      <Button
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} />}
        disabled={disabled}
        onClick={onAdd}
      >
        {add}
      </Button>
    </>
  )
}
