import { Menu } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FileMenu } from './file-menu.tsx'
import { fetchFile } from './files.ts'

/** The menu to export all locations and stations to a file, or to import one. */
export function FilesMenu() {
  const { t } = useTranslation()
  return (
    <FileMenu
      label={t('imports.files')}
      fetchFile={() => fetchFile(contract.imports.download)}
      importing={(icon, text) => (
        <Menu.Item leftSection={icon} renderRoot={(props) => <Link to="/locations/import" {...props} />}>
          {text}
        </Menu.Item>
      )}
    />
  )
}
