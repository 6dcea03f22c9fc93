import { Button, Group, Modal, Skeleton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { BulkSelection } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from '../../../slices/control/bulk/bulk-form.module.css'
import { reachQuery, useBulkActions } from '../../../slices/control/bulk/bulk-queries.ts'
import { commandOf, emptyDraft } from '../../../slices/control/bulk/draft.ts'
import { Reach } from '../../../slices/control/bulk/reach.tsx'
import { WaitField, waitBounds } from '../../../slices/control/bulk/wait-field.tsx'
import { schemasQuery } from '../../../slices/control/commands/form/schemas-query.ts'
import { hurts } from '../../../slices/control/commands/form/templates.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { fits } from '../../../ui/fields/number-bounds.ts'
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
  const navigate = useNavigate()
  const phone = useMediaQuery('(max-width: 576px)', undefined, { getInitialValueInEffect: false })
  const reach = useQuery(reachQuery(selection))
  const [draft, setDraft] = useState(emptyDraft)
  const [hours, setHours] = useState<number | string | null>(null)
  const [proof, setProof] = useState('')
  const { start } = useBulkActions()
  const total = reach.data?.total
  const command = commandOf(draft)
  const schemas = useQuery(schemasQuery(draft.protocol)).data ?? []
  const warning = command && warningOf(command, (action, payload) => hurts(schemas, action, payload))
  const proven = !warning || (total !== undefined && proof.trim() === String(total))
  const ready =
    command !== null &&
    total !== undefined &&
    total > 0 &&
    proven &&
    (hours === null || fits(hours, waitBounds))
  const send = () => {
    if (!command) return
    start.mutate(
      { selection, command, ...(hours === null ? {} : { wait_hours: Number(hours) }) },
      {
        onSuccess: ({ id }) => void navigate({ to: '/bulk-commands/$runId', params: { runId: String(id) } }),
      },
    )
  }
  return (
    <Modal
      opened
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
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {reach.error ? (
        <ErrorState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (ready) send()
          }}
        >
          <Reach reach={reach.data} />
          <CommandFields
            draft={draft}
            onChange={(changed) => {
              setDraft((now) => ({ ...now, ...changed }))
              if (changed.name) setProof('')
            }}
            messageFields={
              reach.data ? (
                <BulkMessageFields
                  protocols={reach.data.protocols.flatMap(({ protocol }) => protocol ?? [])}
                  draft={draft}
                  onChange={(changed) => setDraft((now) => ({ ...now, ...changed }))}
                />
              ) : (
                <Skeleton height={36} />
              )
            }
          />
          <WaitField hours={hours} onChange={setHours} />
          {warning && <Warning text={t(warning)} total={total} proof={proof} onChange={setProof} />}
          {start.isError && <FormError error={start.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <ChangeButton
              type="submit"
              {...(warning ? { color: 'red.8' } : {})}
              leftSection={<IconSend size={16} stroke={1.75} />}
              disabled={!ready}
              loading={start.isPending}
            >
              {total === undefined
                ? t('command.send')
                : t('bulk.form.send', { count: total, n: format.number(total) })}
            </ChangeButton>
          </Group>
        </form>
      )}
    </Modal>
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
