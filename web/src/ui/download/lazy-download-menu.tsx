import { Button } from '@mantine/core'
import type { ExportRequest } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconDownload } from '../pictures/icons.ts'

const DownloadMenu = lazy(async () => ({ default: (await import('./download-menu.tsx')).DownloadMenu }))

/** The download menu for screens that people mostly only look at: its code is loaded on the first click. */
export function LazyDownloadMenu({ report }: { report: ExportRequest }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const button = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      loading={isOpen}
      onClick={() => setOpen(true)}
    >
      {t('files.download')}
    </Button>
  )
  if (!isOpen) return button
  return (
    <Suspense fallback={button}>
      <DownloadMenu report={report} opened />
    </Suspense>
  )
}
