import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface DialogProps extends Omit<ModalProps, 'opened'> {
  /** absent where the dialog is only there while it is open */
  opened?: boolean
}

/** A dialog below its title, with a button that closes it. */
export function Dialog({ opened = true, ...rest }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      styles={{ title: { fontSize: 16, fontWeight: 600, overflowWrap: 'anywhere' } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      {...rest}
    />
  )
}
