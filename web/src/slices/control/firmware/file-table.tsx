import { ActionIcon } from '@mantine/core'
import type { FirmwareFile } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconTrash } from '../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './firmware.module.css'
import { useFirmwareActions } from './firmware-queries.ts'

function useSize() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ size }: FirmwareFile) => t('firmware.size', { n: format.number(size / 1_048_576, 1) })
}

/** `deleteOf`: the button that deletes a file. */
function useColumns(deleteOf: (file: FirmwareFile) => ReactNode): Column<FirmwareFile>[] {
  const { t } = useTranslation()
  const sizeOf = useSize()
  return [
    {
      key: 'model',
      head: t('firmware.columns.model'),
      cell: ({ vendor_name, model }) => <TwoLines top={model} bottom={vendor_name} />,
    },
    { key: 'version', head: t('firmware.columns.version'), width: 120, cell: ({ version }) => version },
    {
      key: 'file',
      head: t('firmware.columns.file'),
      grows: true,
      cell: (file) => (
        <TwoLines
          top={`${file.file_name} · ${sizeOf(file)}`}
          bottom={
            <span className={classes.hash} title={file.sha256}>
              SHA-256 {file.sha256}
            </span>
          }
        />
      ),
    },
    {
      key: 'by',
      head: t('firmware.columns.by'),
      hideBelow: 'md',
      width: 180,
      cell: ({ by, created_at }) => <TwoLines top={by.name} bottom={<When at={created_at} />} />,
    },
    {
      key: 'delete',
      head: t('firmware.files.deleteAction'),
      silent: true,
      align: 'right',
      width: 64,
      cell: deleteOf,
    },
  ]
}

/** The firmware files that are kept. */
export function FileTable({ files, empty }: { files: FirmwareFile[] | undefined; empty: ReactNode }) {
  const { t } = useTranslation()
  const { remove } = useFirmwareActions()
  const [removing, setRemoving] = useState<FirmwareFile | null>(null)
  const sizeOf = useSize()
  const deleteOf = (file: FirmwareFile) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      disabled={!file.can.delete}
      aria-label={t('firmware.files.delete', { model: file.model, version: file.version })}
      onClick={() => setRemoving(file)}
    >
      <IconTrash size={16} stroke={1.75} />
    </ActionIcon>
  )
  const columns = useColumns(deleteOf)
  return (
    <>
      {remove.isError && <FormError error={remove.error} />}
      <DataTable
        label={t('firmware.files.title')}
        columns={columns}
        rows={files}
        rowKey={({ id }) => id}
        empty={empty}
        skeletonRows={2}
        phoneRow={(file) => (
          <div className={classes.phoneRow}>
            <ListRow
              top={`${file.model} · ${file.version}`}
              bottom={file.file_name}
              right={sizeOf(file)}
              rightBottom={<When at={file.created_at} style="day" />}
            />
            {deleteOf(file)}
          </div>
        )}
      />
      <ConfirmDialog
        opened={removing !== null}
        title={t('firmware.files.sure')}
        text={t('firmware.files.sureText', { model: removing?.model, version: removing?.version })}
        action={t('firmware.files.deleteAction')}
        onConfirm={() => removing && remove.mutate(removing.id)}
        onClose={() => setRemoving(null)}
      />
    </>
  )
}
