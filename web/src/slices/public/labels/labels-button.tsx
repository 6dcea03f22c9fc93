import { Button, type ButtonProps } from '@mantine/core'
import type { BulkSelection } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconQrcode } from '../../../ui/pictures/icons.ts'

const LabelsDialog = lazy(() =>
  import('./labels-dialog.tsx').then(({ LabelsDialog: default_ }) => ({ default: default_ })),
)

/** Opens the choice of labels for some stations, which are downloaded to print. */
export function LabelsButton({ selection, ...look }: { selection: BulkSelection } & ButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={16} stroke={1.75} />}
        {...look}
        onClick={() => setOpened(true)}
      >
        {t('labels.action')}
      </Button>
      {opened && (
        <Suspense>
          <LabelsDialog selection={selection} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
