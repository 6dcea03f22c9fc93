import { Button } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { fetchFile } from './files.ts'

interface FileButtonProps {
  file: 'export' | 'template'
}

/** Downloads the file of all locations and stations, or an example file. */
export function DownloadButton({ file }: FileButtonProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const fetching = useChange({
    mutationFn: () => fetchFile(file === 'export' ? contract.imports.download : contract.imports.template),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      loading={fetching.isPending}
      title={fetching.isError ? errorText(fetching.error) : undefined}
      {...(fetching.isError ? { c: 'var(--sm-bad-text)' } : {})}
      onClick={() => fetching.mutate()}
    >
      {fetching.isError ? t('imports.again') : t(`imports.${file}`)}
    </Button>
  )
}
