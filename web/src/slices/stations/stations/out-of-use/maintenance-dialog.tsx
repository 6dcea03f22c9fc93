import { Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type MaintenanceBody, maintenanceBody, type Station } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { instantText, localText } from '../../../../ui/dates/local-time.ts'

interface MaintenanceDialogProps {
  station: Station
  onConfirm: (body: MaintenanceBody) => void
  onClose: () => void
}

const noteMost = maintenanceBody.shape.note.unwrap().maxLength ?? 0
/** as the control shows it, without seconds */
const typed = (ms: number) => localText(new Date(ms).toISOString()).slice(0, 16)

/** Plans maintenance of a station: its time, its reason, and whether the station is out of operation then. */
export function MaintenanceDialog({ station, onConfirm, onClose }: MaintenanceDialogProps) {
  const { t } = useTranslation()
  const [opened] = useState(() => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
  const [from, setFrom] = useState(typed(opened))
  const [to, setTo] = useState(typed(opened + 2 * HOUR_MS))
  const [note, setNote] = useState('')
  const [takesOut, setTakesOut] = useState(true)
  const [wholeLocation, setWholeLocation] = useState(false)
  const [starts_at, ends_at] = [instantText(from), instantText(to)]
  const isReversed = starts_at !== undefined && ends_at !== undefined && ends_at <= starts_at
  const confirm = () => {
    if (!starts_at || !ends_at || isReversed) return
    onConfirm({ starts_at, ends_at, note, takes_out: takesOut, whole_location: wholeLocation })
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('stations.maintenance.title', { number: stationNumber(station.number) })}
      size={460}
      centered
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="md">{t('stations.maintenance.text')}</Text>
        <TextInput
          type="datetime-local"
          label={t('stations.maintenance.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label={t('stations.maintenance.to')}
          value={to}
          error={isReversed && t('stations.maintenance.reversed')}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Textarea
          label={t('stations.maintenance.note')}
          description={t('stations.maintenance.noteText')}
          value={note}
          maxLength={noteMost}
          autosize
          minRows={2}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Checkbox
          label={t('stations.maintenance.takesOut')}
          description={t('stations.maintenance.takesOutText')}
          checked={takesOut}
          onChange={(event) => setTakesOut(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('stations.maintenance.whole', { location: station.location_name })}
          checked={wholeLocation}
          onChange={(event) => setWholeLocation(event.currentTarget.checked)}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button onClick={confirm} disabled={!starts_at || !ends_at || isReversed}>
          {t('stations.maintenance.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
