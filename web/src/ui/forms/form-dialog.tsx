import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../buttons/change-button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './form-dialog.module.css'
import { FormError } from './form-error.tsx'

interface FormDialogProps<Body> {
  title: string
  /** what the button says: the deed itself */
  action: string
  hurts?: boolean
  /** what the other button says, where "Cancel" would be read as the deed */
  back?: string
  /** undefined while the form does not hold */
  body: Body | undefined
  change: { mutate: (body: Body) => void; isPending: boolean; isError: boolean; error: unknown }
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, with the error where it was refused. */
export function FormDialog<Body>(props: FormDialogProps<Body>) {
  const { title, action, hurts = false, back, body, change, onClose, children } = props
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={title} size={460}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // the dialog stands in a portal, and React hands its events on to a form that opened it
          event.stopPropagation()
          if (body) change.mutate(body)
        }}
      >
        {children}
        {change.isError && <FormError error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {back ?? t('common.cancel')}
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
    </Dialog>
  )
}
