import type { ReactNode } from 'react'
import type { Idempotency } from '../../../api/calls/idempotency.ts'
import { useChange } from '../../../api/use-change.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { usePaymentMoved } from './order-payment-query.ts'

interface PaymentDialogProps<Body> {
  title: string
  /** what the button says: the deed itself */
  action: string
  hurts?: boolean
  /** undefined while the form does not hold */
  body: Body | undefined
  move: (body: Body, idempotency: Idempotency) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form that moves money. */
export function PaymentDialog<Body>({ move, onClose, ...rest }: PaymentDialogProps<Body>) {
  const moved = usePaymentMoved()
  const change = useChange({ mutationFn: move, onSuccess: onClose, onSettled: moved })
  return <FormDialog {...rest} change={change} onClose={onClose} />
}
