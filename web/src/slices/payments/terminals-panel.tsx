import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import { contract, type Terminal, terminalBody } from '@stationmaster/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { CommandAnswer } from '../../ui/command-answer.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../ui/data-table.tsx'
import { Ago } from '../../ui/duration.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import classes from './terminals-panel.module.css'

const queryKey = ['terminals'] as const

interface TerminalsPanelProps {
  /** Chooses a location; of the page, which knows them. */
  locationPicker: (chosen: number | undefined, onChange: (id: number | undefined) => void) => ReactNode
}

/** Payment terminals that book by themselves what was paid at them. */
export function TerminalsPanel({ locationPicker }: TerminalsPanelProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Terminal | null>(null)
  const [key, setKey] = useState<string | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey })
  const query = useQuery({ queryKey, queryFn: ({ signal }) => request(contract.terminals.list, {}, signal) })
  const revoke = useChange({
    mutationFn: (id: number) => request(contract.terminals.revoke, { params: { id } }),
    onSettled: refresh,
  })
  const provider = ({ provider: name, market_shop_id }: Terminal) => `${name} · ${market_shop_id}`
  const remove = (terminal: Terminal) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('payments.terminals.revokeOf', { name: terminal.name })}
      onClick={() => setRevoked(terminal)}
    >
      <IconTrash size={16} stroke={1.75} />
    </ActionIcon>
  )
  const columns: Column<Terminal>[] = [
    {
      key: 'name',
      head: t('payments.terminals.name'),
      grows: true,
      cell: ({ name, location_name }) => <TwoLines top={name} bottom={location_name} />,
    },
    { key: 'provider', head: t('payments.terminals.provider'), cell: provider },
    {
      key: 'used',
      head: t('payments.terminals.used'),
      align: 'right',
      cell: ({ used_at }) => <Ago at={used_at} />,
    },
    {
      key: 'revoke',
      head: t('payments.terminals.revoke'),
      silent: true,
      width: 44,
      align: 'right',
      cell: remove,
    },
  ]
  return (
    <Panel
      title={t('payments.terminals.title')}
      flush
      actions={
        <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
          {t('payments.terminals.add')}
        </Button>
      }
    >
      <p className={classes.about}>{t('payments.terminals.about')}</p>
      {revoke.isError && (
        <CommandAnswer good={false} onClose={revoke.reset}>
          {errorText(revoke.error)}
        </CommandAnswer>
      )}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('payments.terminals.title')}
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={<EmptyState drawing="calm" title={t('payments.terminals.empty')} />}
          phoneRow={(terminal) => (
            <ListRow
              top={terminal.name}
              bottom={terminal.location_name}
              right={provider(terminal)}
              rightBottom={remove(terminal)}
            />
          )}
        />
      )}
      {adding && (
        <TerminalForm
          locationPicker={locationPicker}
          onClose={() => setAdding(false)}
          onKey={(made) => {
            setKey(made)
            void refresh()
          }}
        />
      )}
      <Modal
        opened={key !== null}
        onClose={() => setKey(null)}
        title={t('payments.terminals.keyTitle')}
        size={480}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <p className={classes.once}>{t('payments.terminals.keyOnce')}</p>
        <CopyField label={t('payments.terminals.key')} value={key ?? ''} />
      </Modal>
      <ConfirmDialog
        opened={revoked !== null}
        title={t('payments.terminals.revoke')}
        text={t('payments.terminals.revokeText', { name: revoked?.name ?? '' })}
        action={t('payments.terminals.revoke')}
        onConfirm={() => revoked && revoke.mutate(revoked.id)}
        onClose={() => setRevoked(null)}
      />
    </Panel>
  )
}

function TerminalForm({
  locationPicker,
  onClose,
  onKey,
}: TerminalsPanelProps & { onClose: () => void; onKey: (key: string) => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(
    terminalBody,
    { name: '', location_id: undefined as number | undefined, provider: '', market_shop_id: '' },
    (field) =>
      field === 'provider'
        ? t('payments.book.providerRule')
        : t(field === 'market_shop_id' ? 'payments.book.shopRule' : 'rules.required'),
  )
  return (
    <PaymentDialog
      title={t('payments.terminals.add')}
      action={t('payments.terminals.add')}
      body={form.data}
      move={async (body: NonNullable<typeof form.data>, wish) =>
        onKey((await request(contract.terminals.add, { body, wish })).key)
      }
      onClose={onClose}
    >
      <TextInput {...form.text('name')} label={t('payments.terminals.name')} required />
      {locationPicker(form.values.location_id, (location_id) => form.change({ location_id }))}
      <TextInput
        {...form.text('provider')}
        label={t('payments.one.provider')}
        description={t('payments.book.providerRule')}
        autoCapitalize="off"
        required
      />
      <TextInput {...form.text('market_shop_id')} label={t('payments.one.shop')} required />
    </PaymentDialog>
  )
}
