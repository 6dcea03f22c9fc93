import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { Refusal } from '../details/remote-control.tsx'

/** A setting that is about to be changed; a secret one is not shown. */
export interface Changing {
  component: string | null
  name: string
  value: string
  secret: boolean
}

interface SettingDialogProps {
  stationId: string
  setting: Changing
  onChanged: () => void
  onClose: () => void
}

/** Sends a station another value for a setting and shows its own answer. */
export function SettingDialog({ stationId, setting, onChanged, onClose }: SettingDialogProps) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const { component, name, secret } = setting
  const [value, setValue] = useState(setting.value)
  const change = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.stationTasks.run, {
        idempotency,
        params: { id: stationId },
        body: { task: 'configure', name, value, ...(component === null ? {} : { component }) },
      }),
    onSuccess: ({ accepted }) => {
      if (accepted) onChanged()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  const field = {
    label: t('station.configuration.value'),
    value,
    maxLength: 2500,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  }
  return (
    <Dialog onClose={onClose} title={name} size={480} centered>
      <form onSubmit={send}>
        {secret ? <PasswordInput {...field} /> : <TextInput {...field} />}
        <Group justify="flex-end" gap="xs" my="md">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <ChangeButton type="submit" loading={change.isPending}>
            {t('station.configuration.change')}
          </ChangeButton>
        </Group>
      </form>
      {change.isError && <Refusal error={change.error} onClose={change.reset} />}
      {change.data && (
        <CommandAnswer good={change.data.accepted} onClose={change.reset}>
          {t(change.data.accepted ? 'tasks.answered' : 'tasks.refused', {
            status: answer(change.data.status),
            ms: change.data.latency_ms,
          })}
        </CommandAnswer>
      )}
    </Dialog>
  )
}
