import { ActionIcon } from '@mantine/core'
import { contract, type PlugAndChargeRoot } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { When } from '../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconTrash } from '../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { DaysLeft } from './days-left.tsx'
import classes from './plug-and-charge.module.css'
import { rootsQuery } from './roots-query.ts'

/** `removeOf`: the button that removes a root. */
function useColumns(removeOf: (root: PlugAndChargeRoot) => ReactNode): Column<PlugAndChargeRoot>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'subject',
      head: t('pnc.columns.subject'),
      grows: true,
      cell: ({ subject, fingerprint }) => (
        <TwoLines
          top={subject}
          bottom={<span title={fingerprint}>SHA-256 {fingerprint.slice(0, 16)}…</span>}
        />
      ),
    },
    { key: 'kind', head: t('pnc.columns.kind'), width: 220, cell: ({ kind }) => t(`pnc.kind.${kind}`) },
    {
      key: 'ends',
      head: t('pnc.columns.ends'),
      width: 200,
      cell: ({ not_before, not_after }) => (
        <TwoLines
          top={<When at={not_after} style="day" />}
          bottom={<DaysLeft from={not_before} until={not_after} />}
        />
      ),
    },
    {
      key: 'added',
      head: t('pnc.columns.added'),
      hideBelow: 'md',
      width: 180,
      cell: ({ added_by, added_at }) => <TwoLines top={added_by ?? '—'} bottom={<When at={added_at} />} />,
    },
    { key: 'remove', head: t('pnc.roots.remove'), silent: true, align: 'right', width: 64, cell: removeOf },
  ]
}

/** The root certificates, each with its end, and how to remove it. */
export function RootTable({ roots, empty }: { roots: PlugAndChargeRoot[] | undefined; empty: ReactNode }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [removing, setRemoving] = useState<PlugAndChargeRoot | null>(null)
  const remove = useChange({
    mutationFn: (id: number, idempotency) =>
      request(contract.plugAndCharge.removeRoot, { params: { id }, idempotency }),
    onSettled: () => client.invalidateQueries({ queryKey: rootsQuery.queryKey }),
  })
  const removeOf = (root: PlugAndChargeRoot) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={`${t('pnc.roots.remove')}: ${root.subject}`}
      onClick={() => setRemoving(root)}
    >
      <IconTrash size={16} stroke={1.75} />
    </ActionIcon>
  )
  const columns = useColumns(removeOf)
  const subject = removing?.subject ?? ''
  return (
    <>
      <p className={classes.about}>{t('pnc.roots.about')}</p>
      {remove.isError && <FormError error={remove.error} />}
      <DataTable
        label={t('pnc.roots.title')}
        columns={columns}
        rows={roots}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={empty}
        phoneRow={(root) => (
          <ListRow
            top={root.subject}
            bottom={t(`pnc.kind.${root.kind}`)}
            right={removeOf(root)}
            rightBottom={<DaysLeft from={root.not_before} until={root.not_after} />}
          />
        )}
      />
      <ConfirmDialog
        opened={removing !== null}
        title={t('pnc.roots.removeTitle')}
        text={t(removing?.kind === 'mo' ? 'pnc.roots.removeMo' : 'pnc.roots.removeText', { subject })}
        action={t('pnc.roots.remove')}
        onConfirm={() => removing && remove.mutate(removing.id)}
        onClose={() => setRemoving(null)}
      />
    </>
  )
}
