import { Checkbox, Text, Textarea } from '@mantine/core'
import { contract, type MeterKey } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { meterKeysQuery } from './keys-query.ts'
import classes from './meter-keys.module.css'

interface Given {
  public_key: string
  connector?: number | null
  replaces?: string | null
}

/** Gives or confirms a key; the list is read again, and the dialog ends. */
function useGiveKey(stationId: string, onDone: () => void) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: Given, idempotency) =>
      request(contract.meterKeys.confirm, { params: { id: stationId }, body, idempotency }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: meterKeysQuery(stationId).queryKey })
      onDone()
    },
  })
}

const connectorMost = 999

interface GiveKeyDialogProps {
  stationId: string
  /** the key whose place the new one takes */
  replaces: MeterKey | null
  onClose: () => void
}

/** A key by hand: pasted, and read by the server, which says what is wrong with it. */
export function GiveKeyDialog({ stationId, replaces, onClose }: GiveKeyDialogProps) {
  const { t } = useTranslation()
  const change = useGiveKey(stationId, onClose)
  const [text, setText] = useState('')
  const [connector, setConnector] = useState<number | ''>(replaces?.connector ?? '')
  const public_key = text.trim()
  const holds =
    public_key !== '' &&
    (connector === '' || (Number.isInteger(connector) && connector >= 1 && connector <= connectorMost))
  return (
    <FormDialog
      title={t(replaces ? 'meters.replaceTitle' : 'meters.add')}
      action={t(replaces ? 'meters.replace' : 'meters.add')}
      body={
        holds
          ? {
              public_key,
              connector: connector === '' ? null : connector,
              replaces: replaces?.fingerprint ?? null,
            }
          : undefined
      }
      change={change}
      onClose={onClose}
    >
      {replaces && <Text>{t('meters.replaceText', { fingerprint: replaces.fingerprint })}</Text>}
      <Textarea
        label={t('meters.field')}
        description={t('meters.fieldHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={8000}
        classNames={{ input: classes.text! }}
        spellCheck={false}
        data-autofocus
      />
      <NumberField
        label={t('meters.connector')}
        description={t('meters.connectorHint')}
        value={connector}
        onChange={setConnector}
        min={1}
        max={connectorMost}
      />
    </FormDialog>
  )
}

interface ConfirmKeyDialogProps {
  stationId: string
  confirmed: MeterKey
  keys: readonly MeterKey[]
  onClose: () => void
}

/** Says that a key that the station has named is the meter's; where another one is confirmed, in its place if so wished. */
export function ConfirmKeyDialog({ stationId, confirmed, keys, onClose }: ConfirmKeyDialogProps) {
  const { t } = useTranslation()
  const change = useGiveKey(stationId, onClose)
  const old = confirmed.contradicts
    ? keys.find((key) => key.confirmed_at !== null && key.retired_at === null)
    : undefined
  const [instead, setInstead] = useState(true)
  const { public_key, connector, fingerprint } = confirmed
  return (
    <FormDialog
      title={t('meters.confirmTitle')}
      action={t('meters.confirm')}
      body={{ public_key, connector, replaces: (instead && old?.fingerprint) || null }}
      change={change}
      onClose={onClose}
    >
      <Text>
        <code className={classes.fingerprint}>{fingerprint}</code>
      </Text>
      <Text>{t('meters.confirmText')}</Text>
      {old && (
        <Checkbox
          label={`${t('meters.confirmAnyway')} (${old.fingerprint})`}
          checked={instead}
          onChange={(event) => setInstead(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
