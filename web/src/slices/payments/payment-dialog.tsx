import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-change.ts'
import type { Wish } from '../../api/wish.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import classes from './order-payment-panel.module.css'
import { usePaymentMoved } from './order-payment-query.ts'

interface PaymentDialogProps<Body> {
  title: string
  /** what the button says: the deed itself */
  action: string
  hurts?: boolean
  /** undefined while the form does not hold */
  body: Body | undefined
  move: (body: Body, wish: Wish) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form that moves money. */
export function PaymentDialog<Body>(props: PaymentDialogProps<Body>) {
  const { title, action, hurts = false, body, move, onClose, children } = props
  const { t } = useTranslation()
  const moved = usePaymentMoved()
  const change = useChange({ mutationFn: move, onSuccess: onClose, onSettled: moved })
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
          if (body) change.mutate(body)
        }}
      >
        {children}
        {change.isError && <FormError error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ChangeButton
            type="submit"
            {...(hurts ? { color: 'red.8' } : {})}
            disabled={!body}
            loading={change.isPending}
          >
            {action}
          </ChangeButton>
        </Group>
      </form>
    </Modal>
  )
}
