import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Idempotency } from '../../../api/calls/idempotency.ts'
import { useChange } from '../../../api/use-change.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useTermsChanged } from './terms-query.ts'

interface TermsDialogProps<Body> {
  title: string
  /** the field of the day that it holds from */
  since: TextInputProps
  /** undefined while the form does not hold */
  data: Body | undefined
  save: (body: Body, idempotency: Idempotency) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** The form of what is agreed on from a day on. */
export function TermsDialog<Body>(props: TermsDialogProps<Body>) {
  const { title, since, data, save, onClose, children } = props
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
    <FormDialog title={title} action={t('contracts.save')} body={data} change={change} onClose={onClose}>
      {children}
      <TextInput
        {...since}
        type="date"
        label={t('contracts.columns.since')}
        description={t('contracts.sinceHint')}
        required
      />
    </FormDialog>
  )
}
