import { Menu } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardsDialog } from './cards-dialog.tsx'
import { FileMenu } from './file-menu.tsx'
import { fetchFile } from './files.ts'

/** The menu to export all RFID cards to a file, or to import one. */
export function CardsMenu({ onApplied }: { onApplied: () => void }) {
  const { t } = useTranslation()
  const [importing, setImporting] = useState(false)
  return (
    <>
      <FileMenu
        label={t('imports.cards.files')}
        fetchFile={() => fetchFile(contract.cardFiles.download)}
        importing={(icon, text) => (
          <Menu.Item leftSection={icon} onClick={() => setImporting(true)}>
            {text}
          </Menu.Item>
        )}
      />
      {importing && <CardsDialog onApplied={onApplied} onClose={() => setImporting(false)} />}
    </>
  )
}
