import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before a screen is left on which something was written and not saved; the browser asks when the tab closes. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation()
  const { proceed, reset, status } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('common.unsaved.title')}
      text={t('common.unsaved.text')}
      action={t('common.unsaved.leave')}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  )
}
