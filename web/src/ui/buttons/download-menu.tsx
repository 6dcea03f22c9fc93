import { Button, Menu } from '@mantine/core'
import { type StatementFormat, statementFormats } from '@stationmaster/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormError } from '../forms/form-error.tsx'
import { IconDownload } from '../pictures/icons.ts'

interface DownloadMenuProps {
  download: Pick<
    UseMutationResult<unknown, Error, StatementFormat>,
    'mutate' | 'isPending' | 'isError' | 'error'
  >
}

/** Takes a statement home, in one of several formats. */
export function DownloadMenu({ download }: DownloadMenuProps) {
  const { t } = useTranslation()
  return (
    <>
      {download.isError && <FormError error={download.error} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            loading={download.isPending}
          >
            {t('settlement.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {statementFormats.map((format) => (
            <Menu.Item key={format} onClick={() => download.mutate(format)}>
              {t(`settlement.formats.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
