import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-change.ts'
import type { Wish } from '../../api/wish.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import classes from './terms-panel.module.css'
import { useTermsChanged } from './terms-query.ts'

interface TermsDialogProps<Body> {
  title: string
  /** undefined while the form does not hold */
  data: Body | undefined
  save: (body: Body, wish: Wish) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** The form of what is agreed on from a day on. */
export function TermsDialog<Body>({ title, data, save, onClose, children }: TermsDialogProps<Body>) {
  const { t } = useTranslation()
  const changed = useTermsChanged()
  const change = useChange({
    mutationFn: save,
    onSuccess: () => {
      void changed()
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={460}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (data) change.mutate(data)
        }}
      >
        {children}
        {change.isError && <FormError error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ChangeButton type="submit" disabled={!data} loading={change.isPending}>
            {t('contracts.save')}
          </ChangeButton>
        </Group>
      </form>
    </Modal>
  )
}
