import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { contract, csvFormats, type FrameFormat } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { followLink } from '../../../../api/files/save-file.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { IconDownload } from '../../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { type ConsoleFilters, filterQuery } from './filters.ts'

/** Downloads the filtered history as a file that the server writes. */
export function ExportMenu({ stationId, filters }: { stationId: string; filters: ConsoleFilters }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const download = useChange({
    mutationFn: async (format: FrameFormat) => {
      const { errors, ...query } = filterQuery(filters)
      const body = {
        format,
        ...query,
        ...(errors ? { errors: true } : {}),
        ...(filters.at ? { to: filters.at } : {}),
      }
      const { url } = await request(contract.journal.export, { params: { stationId }, body })
      followLink(url)
    },
  })
  return (
    <>
      {download.isError && (
        <CommandAnswer good={false} onClose={download.reset}>
          {errorText(download.error)}
        </CommandAnswer>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label={t('console.export.action')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              loading={download.isPending}
              aria-label={t('console.export.action')}
            >
              <IconDownload size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download.mutate('jsonl')}>{t('console.export.jsonl')}</Menu.Item>
          {csvFormats.map((format) => (
            <Menu.Item key={format} onClick={() => download.mutate(format)}>
              {t(`files.formats.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
