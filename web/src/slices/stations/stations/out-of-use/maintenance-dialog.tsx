import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { type MaintenanceBody, maintenanceBody, type Station } from '@stationmaster/contract'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { instantText, localText } from '../../../../ui/dates/local-time.ts'
import { Dialog } from '../../../../ui/forms/dialog.tsx'

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
    <Dialog
      onClose={onClose}
      title={t('stations.maintenance.title', { number: stationNumber(station.number) })}
      size={460}
      centered
    >
      <Stack gap="md">
        <Text size="md">{t('stations.maintenance.text')}</Text>
        <DateTime name="from" value={from} onChange={setFrom} data-autofocus />
        <DateTime
          name="to"
          value={to}
          onChange={setTo}
          error={isReversed && t('stations.maintenance.reversed')}
        />
        <Note value={note} onChange={setNote} />
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
    </Dialog>
  )
}

interface DateTimeProps extends Omit<TextInputProps, 'name' | 'onChange'> {
  name: 'from' | 'to'
  onChange: (value: string) => void
}

function DateTime({ name, onChange, ...rest }: DateTimeProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      type="datetime-local"
      label={t(`stations.maintenance.${name}`)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}

interface NoteProps {
  value: string
  onChange: (value: string) => void
}

function Note({ value, onChange }: NoteProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('stations.maintenance.note')}
      description={t('stations.maintenance.noteText')}
      value={value}
      maxLength={noteMost}
      autosize
      minRows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
