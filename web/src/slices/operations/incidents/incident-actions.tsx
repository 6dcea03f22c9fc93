import { Select, Text, Textarea } from '@mantine/core'
import { contract, type IncidentView } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { incidentQuery, peopleQuery } from './incident-queries.ts'
import { longestNote } from './incident-timeline.tsx'

/** Something that is done with an incident; its page shows the answer at once. */
function useAct<T = void>(act: (input: T) => Promise<IncidentView>, onDone: () => void = () => undefined) {
  const client = useQueryClient()
  return useChange({
    mutationFn: act,
    onSuccess: (incident: IncidentView) => {
      client.setQueryData(incidentQuery(incident.id).queryKey, incident)
      onDone()
      void client.invalidateQueries({ queryKey: ['incidents'] })
    },
  })
}

/** What one may do with an incident, beside a comment. */
export function IncidentActions({ incident }: { incident: IncidentView }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'assign' | 'close'>()
  const { id, can } = incident
  const acknowledge = useAct(() => request(contract.incidents.acknowledge, { params: { id } }))
  const leave = () => setDialog(undefined)
  return (
    <>
      {acknowledge.isError && <FormError error={acknowledge.error} />}
      {can.includes('acknowledge') && (
        <ChangeButton loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {t('incidents.acknowledge')}
        </ChangeButton>
      )}
      {can.includes('assign') && (
        <ChangeButton variant="default" onClick={() => setDialog('assign')}>
          {t('incidents.assign.action')}
        </ChangeButton>
      )}
      {can.includes('close') && (
        <ChangeButton variant="default" onClick={() => setDialog('close')}>
          {t('incidents.close.action')}
        </ChangeButton>
      )}
      {dialog === 'assign' && <AssignDialog incident={incident} onClose={leave} />}
      {dialog === 'close' && <CloseDialog incident={incident} onClose={leave} />}
    </>
  )
}

interface DialogProps {
  incident: IncidentView
  onClose: () => void
}

function AssignDialog({ incident: { id, assignee }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const people = useQuery(peopleQuery(id))
  const [chosen, setChosen] = useState<string | null>(assignee ? String(assignee.id) : null)
  const assign = useAct(
    (body: { manager_id: number | null }) => request(contract.incidents.assign, { params: { id }, body }),
    onClose,
  )
  const known = people.data ?? []
  const shown = assignee && !known.some((one) => one.id === assignee.id) ? [assignee, ...known] : known
  return (
    <FormDialog
      title={t('incidents.assign.title')}
      action={t('incidents.assign.action')}
      body={people.data && { manager_id: chosen === null ? null : Number(chosen) }}
      change={assign}
      onClose={onClose}
    >
      {people.isError && <FormError error={people.error} />}
      <Select
        label={t('incidents.assignee')}
        description={t('incidents.assign.hint')}
        placeholder={t('incidents.nobody')}
        data={shown.map((one) => ({ value: String(one.id), label: one.name || String(one.id) }))}
        value={chosen}
        onChange={setChosen}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        data-autofocus
      />
    </FormDialog>
  )
}

function CloseDialog({ incident: { id, stations_now }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const close = useAct(
    (body: { note: string }) => request(contract.incidents.close, { params: { id }, body }),
    onClose,
  )
  return (
    <FormDialog
      title={t('incidents.close.title')}
      action={t('incidents.close.action')}
      hurts
      body={{ note: note.trim() }}
      change={close}
      onClose={onClose}
    >
      <Text>{t(stations_now > 0 ? 'incidents.close.textGoesOn' : 'incidents.close.text')}</Text>
      <Textarea
        label={t('incidents.close.note')}
        autosize
        minRows={2}
        maxLength={longestNote}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
