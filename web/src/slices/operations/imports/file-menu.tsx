import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconChevronDown, IconDownload, IconUpload } from '../../../ui/pictures/icons.ts'

interface Props {
  label: string
  fetchFile: () => Promise<unknown>
  /** the item that leads to an import */
  importing: (icon: ReactNode, text: string) => ReactNode
}

/** A menu to export what a list shows to a file, or to import one. */
export function FileMenu({ label, fetchFile, importing }: Props) {
  const { t } = useTranslation()
  const fetching = useChange({ mutationFn: fetchFile })
  return (
    <>
      {fetching.isError && <FormError error={fetching.error} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} stroke={1.75} />}
            loading={fetching.isPending}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => fetching.mutate()}>
            {t('imports.export')}
          </Menu.Item>
          {importing(<IconUpload size={16} stroke={1.75} />, t('imports.import'))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
