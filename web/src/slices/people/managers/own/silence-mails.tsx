import { Switch } from '@mantine/core'
import { contract, type Manager } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormError } from '../../../../ui/forms/form-error.tsx'

interface SilenceMailsProps {
  manager: Manager
  /** Loads the manager of the session again. */
  onSaved: () => Promise<void>
}

/** The setting for mails about disconnected stations; hidden for people who get no such mails. */
export function SilenceMails({ manager, onSaved }: SilenceMailsProps) {
  const { t } = useTranslation()
  const save = useChange({
    mutationFn: (silence_mails: boolean) =>
      request(contract.managers.change, { params: { id: manager.id }, body: { silence_mails } }),
    onSuccess: onSaved,
  })
  if (manager.role !== 'administrator' && manager.role !== 'manager') return null
  return (
    <>
      <Switch
        label={t('managers.silenceMails')}
        description={t('managers.silenceMailsText')}
        checked={save.isPending ? save.variables : manager.silence_mails}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
      {save.isError && <FormError error={save.error} />}
    </>
  )
}
