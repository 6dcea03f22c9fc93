import { Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { BulkSelection } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from '../../../slices/control/bulk/bulk-form.module.css'
import { reachQuery, useBulkActions } from '../../../slices/control/bulk/bulk-queries.ts'
import { commandOf, type Draft, emptyDraft } from '../../../slices/control/bulk/draft.ts'
import { Reach, type Reached } from '../../../slices/control/bulk/reach.tsx'
import { WaitField, waitBounds } from '../../../slices/control/bulk/wait-field.tsx'
import { schemasQuery } from '../../../slices/control/commands/form/schemas-query.ts'
import { hurts } from '../../../slices/control/commands/form/templates.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { fits } from '../../../ui/fields/number-bounds.ts'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconSend } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { BulkMessageFields } from './bulk-message-fields.tsx'
import { CommandFields } from './command-fields.tsx'
import { warningOf } from './warning.ts'

interface BulkDialogProps {
  selection: BulkSelection
  onClose: () => void
}

/** Chooses a command for the selected stations, shows which stations it reaches, and sends it; the results have their own page. */
export function BulkDialog({ selection, onClose }: BulkDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = useMediaQuery('(max-width: 576px)', undefined, { getInitialValueInEffect: false })
  const reach = useQuery(reachQuery(selection))
  const total = reach.data?.total
  return (
    <Dialog
      onClose={onClose}
      title={
        total === undefined
          ? t('bulk.form.title')
          : t('bulk.form.titleTo', { count: total, n: format.number(total) })
      }
      size={560}
      fullScreen={phone}
      centered
      closeOnClickOutside={false}
    >
      {reach.error ? (
        <ErrorState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : (
        <BulkForm selection={selection} reach={reach.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** The command as it is filled in, and whether it may be sent to so many stations. */
function useCommandDraft(total: number | undefined) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(emptyDraft)
  const [hours, setHours] = useState<number | string | null>(null)
  const [proof, setProof] = useState('')
  const command = commandOf(draft)
  const schemas = useQuery(schemasQuery(draft.protocol)).data ?? []
  const warning = command && warningOf(command, (action, payload) => hurts(schemas, action, payload))
  const proven = !warning || (total !== undefined && proof.trim() === String(total))
  const change = (changed: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changed }))
    if (changed.name) setProof('')
  }
  const ready = total !== undefined && total > 0 && proven && (hours === null || fits(hours, waitBounds))
  return {
    draft,
    change,
    hours,
    setHours,
    proof,
    setProof,
    warning: warning && t(warning),
    command: ready ? command : null,
  }
}

interface BulkFormProps extends BulkDialogProps {
  reach: Reached | undefined
}

function BulkForm({ selection, reach, onClose }: BulkFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const { start } = useBulkActions()
  const total = reach?.total
  const { draft, change, hours, setHours, proof, setProof, warning, command } = useCommandDraft(total)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!command) return
    const wait = hours === null ? {} : { wait_hours: Number(hours) }
    start.mutate(
      { selection, command, ...wait },
      {
        onSuccess: ({ id }) => void navigate({ to: '/bulk-commands/$runId', params: { runId: String(id) } }),
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={send}>
      <Reach reach={reach} />
      <CommandFields
        draft={draft}
        onChange={change}
        messageFields={
          reach ? (
            <BulkMessageFields
              protocols={reach.protocols.flatMap(({ protocol }) => protocol ?? [])}
              draft={draft}
              onChange={change}
            />
          ) : (
            <Skeleton height={36} />
          )
        }
      />
      <WaitField hours={hours} onChange={setHours} />
      {warning && <Warning text={warning} total={total} proof={proof} onChange={setProof} />}
      {start.isError && <FormError error={start.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ChangeButton
          type="submit"
          {...(warning ? { color: 'red.8' } : {})}
          leftSection={<IconSend size={16} stroke={1.75} />}
          disabled={!command}
          loading={start.isPending}
        >
          {total === undefined
            ? t('command.send')
            : t('bulk.form.send', { count: total, n: format.number(total) })}
        </ChangeButton>
      </Group>
    </form>
  )
}

interface WarningProps {
  text: string
  total: number | undefined
  /** the number of stations as people type it to confirm */
  proof: string
  onChange: (proof: string) => void
}

function Warning({ text, total, proof, onChange }: WarningProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.warning}>
      <p>{text}</p>
      <TextInput
        className={classes.proof!}
        label={t('bulk.form.proof', { total })}
        inputMode="numeric"
        autoComplete="off"
        value={proof}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
