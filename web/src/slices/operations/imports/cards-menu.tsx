import { Button, Menu } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconChevronDown, IconDownload, IconUpload } from '../../../ui/pictures/icons.ts'
import { CardsDialog } from './cards-dialog.tsx'
import { fetchFile } from './files.ts'

/** The menu to export all RFID cards to a file, or to import one. */
export function CardsMenu({ onApplied }: { onApplied: () => void }) {
  const { t } = useTranslation()
  const [importing, setImporting] = useState(false)
  const fetching = useChange({ mutationFn: () => fetchFile(contract.cardFiles.download) })
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
            {t('imports.cards.files')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => fetching.mutate()}>
            {t('imports.export')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUpload size={16} stroke={1.75} />} onClick={() => setImporting(true)}>
            {t('imports.import')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {importing && <CardsDialog onApplied={onApplied} onClose={() => setImporting(false)} />}
    </>
  )
}
