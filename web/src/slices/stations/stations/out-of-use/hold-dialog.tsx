import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { holdBounds } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import type { HoldBody } from '../menu/station-commands.ts'

interface HoldDialogProps {
  opened: boolean
  number: string
  onConfirm: (body: HoldBody) => void
  onClose: () => void
}

const bounds = { min: holdBounds.least, max: holdBounds.most }

/** Chooses how the server answers a station's boots while it is on hold. */
export function HoldDialog({ opened, number, onConfirm, onClose }: HoldDialogProps) {
  const { t } = useTranslation()
  const [registration, setRegistration] = useState<HoldBody['registration']>('Pending')
  const [seconds, setSeconds] = useState<number | string>(holdBounds.usual)
  const confirm = () => {
    if (!fits(seconds, bounds)) return
    onConfirm({ registration, interval_seconds: seconds })
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('stations.hold.title', { number })}
      size={460}
      centered
    >
      <Stack gap="md">
        <Text size="md">{t('stations.hold.text')}</Text>
        <Radio.Group
          label={t('stations.hold.answer')}
          value={registration}
          onChange={(value) => setRegistration(value as HoldBody['registration'])}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="Pending"
              label={t('stations.hold.pending')}
              description={t('stations.hold.pendingHelp')}
            />
            <Radio
              value="Rejected"
              label={t('stations.hold.rejected')}
              description={t('stations.hold.rejectedHelp')}
            />
          </Stack>
        </Radio.Group>
        <NumberField label={t('stations.hold.interval')} value={seconds} {...bounds} onChange={setSeconds} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color="red.8" onClick={confirm} disabled={!fits(seconds, bounds)}>
          {t('stations.hold.action')}
        </Button>
      </Group>
    </Dialog>
  )
}
