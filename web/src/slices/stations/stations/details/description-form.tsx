import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { contract, type Station } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import classes from './description-form.module.css'
import { stationQuery } from './station-query.ts'

const names = ['desc1', 'desc2', 'desc3', 'desc4'] as const
const textMost = 2000
const descriptorMost = 4000

const writtenOf = ({ descriptions, connectors_descriptor, vendor_name, model }: Station) => ({
  vendor_name,
  model,
  connectors: connectors_descriptor ?? '',
  desc1: descriptions?.desc1 ?? '',
  desc2: descriptions?.desc2 ?? '',
  desc3: descriptions?.desc3 ?? '',
  desc4: descriptions?.desc4 ?? '',
})
type Written = ReturnType<typeof writtenOf>

interface DescriptionFormProps {
  station: Station
  /** Called when there are unsaved changes, and when there are none any more. */
  onDirty: (dirty: boolean) => void
}

/** The description of a station in words, for the people who maintain it. */
export function DescriptionForm(props: DescriptionFormProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { written, set, undo, isDirty, save } = useDescription(props)
  const valid = written.vendor_name.trim() !== '' && written.model.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (valid && isDirty) save.mutate()
  }
  return (
    <Panel title={t('station.tab.description')} className={classes.panel}>
      <form className={classes.form} onSubmit={submit}>
        <Names written={written} onChange={set} />
        {names.map((name, index) => (
          <Textarea
            key={name}
            label={t('station.description.text', { number: index + 1 })}
            value={written[name]}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={textMost}
          />
        ))}
        <Textarea
          label={t('station.description.connectors')}
          description={t('station.description.connectorsHint')}
          value={written.connectors}
          onChange={(event) => set({ connectors: event.currentTarget.value })}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={descriptorMost}
          classNames={{ input: classes.descriptor! }}
        />
        {save.isError && (
          <CommandAnswer good={false} onClose={save.reset}>
            {errorText(save.error)}
          </CommandAnswer>
        )}
        {save.isSuccess && (
          <CommandAnswer good onClose={save.reset}>
            {t('station.description.saved')}
          </CommandAnswer>
        )}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" disabled={!isDirty} onClick={undo}>
            {t('station.description.undo')}
          </Button>
          <ChangeButton type="submit" disabled={!isDirty || !valid} loading={save.isPending}>
            {t('station.description.save')}
          </ChangeButton>
        </Group>
      </form>
    </Panel>
  )
}

interface NamesProps {
  written: Written
  onChange: (change: Partial<Written>) => void
}

/** Vendor and model, which no station is without. */
function Names({ written, onChange }: NamesProps) {
  const { t } = useTranslation()
  const missing = (text: string) => text.trim() === '' && t('station.description.required')
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('station.card.vendor')}
        value={written.vendor_name}
        onChange={(event) => onChange({ vendor_name: event.currentTarget.value })}
        error={missing(written.vendor_name)}
        maxLength={50}
        required
      />
      <TextInput
        label={t('station.card.model')}
        value={written.model}
        onChange={(event) => onChange({ model: event.currentTarget.value })}
        error={missing(written.model)}
        maxLength={50}
        required
      />
    </div>
  )
}

/** What people have written, and what was saved last. */
function useDescription({ station, onDirty }: DescriptionFormProps) {
  const client = useQueryClient()
  const [base, setBase] = useState(() => ({ written: writtenOf(station), version: station.version }))
  const [written, setWritten] = useState(base.written)
  const set = (change: Partial<Written>) => {
    const next = { ...written, ...change }
    setWritten(next)
    onDirty(isOther(next, base.written))
    if (save.isSuccess) save.reset()
  }
  const save = useChange({
    mutationFn: () => {
      const { vendor_name, model, connectors, ...description } = written
      const body = {
        station_id: station.id,
        vendor_name,
        model,
        connectors,
        description,
        version: base.version,
      }
      return request(contract.stations.describe, { body })
    },
    onSuccess: (saved) => {
      client.setQueryData(stationQuery(station.id).queryKey, saved)
      const now = { written: writtenOf(saved), version: saved.version }
      setBase(now)
      setWritten(now.written)
      onDirty(false)
    },
  })
  const undo = () => {
    setWritten(base.written)
    onDirty(false)
  }
  return { written, set, undo, isDirty: isOther(written, base.written), save }
}

const isOther = (one: Written, other: Written): boolean => JSON.stringify(one) !== JSON.stringify(other)
