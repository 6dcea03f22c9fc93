import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { saveAccountFile } from './account-call.ts'

/** Downloads a file of the driver; an error is shown beside it. */
export function SaveFileButton({
  path,
  label,
  children,
}: {
  path: string
  label?: string
  children: ReactNode
}) {
  const save = useChange({ mutationFn: saveAccountFile })
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        loading={save.isPending}
        onClick={() => save.mutate(path)}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {children}
      </Button>
      {save.isError && <FormError error={save.error} />}
    </>
  )
}
