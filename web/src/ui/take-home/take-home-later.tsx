import { Button } from '@mantine/core'
import type { ExportWish } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconDownload } from '../pictures/icons.ts'

const TakeHomeMenu = lazy(async () => ({ default: (await import('./take-home-menu.tsx')).TakeHomeMenu }))

/** As TakeHomeMenu, for screens that are opened to be looked at: it comes when it is asked for. */
export function TakeHomeLater({ wish }: { wish: ExportWish }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const button = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      loading={asked}
      onClick={() => setAsked(true)}
    >
      {t('files.download')}
    </Button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <TakeHomeMenu wish={wish} opened />
    </Suspense>
  )
}
