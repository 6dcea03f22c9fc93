import { Button, FileButton, Modal, Progress, Select, TextInput } from '@mantine/core'
import { contract, type FleetFirmware, firmwareBytesMost } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../api/calls/upload.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconUpload } from '../../../ui/pictures/icons.ts'
import classes from './firmware.module.css'

interface AddFileProps {
  fleet: readonly FleetFirmware[]
  onClose: () => void
}

interface Kind {
  vendor_name: string
  model: string
}

const keyOf = ({ vendor_name, model }: Kind) => JSON.stringify([vendor_name, model])

/** Uploads a firmware file for a version of a model that the network has. */
export function AddFile({ fleet, onClose }: AddFileProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const kinds = [...new Map(fleet.map((row) => [keyOf(row), row])).values()]
  // there is one
  const [key, setKey] = useState(kinds.length === 1 ? keyOf(kinds[0]!) : null)
  const [version, setVersion] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const add = useChange({
    mutationFn: ({ kind, chosen }: { kind: Kind; chosen: File }) => {
      const { vendor_name, model } = kind
      const query = { vendor_name, model, version: version.trim() }
      return upload(contract.firmware.add, { query }, chosen, setShare)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['firmware'] }),
    onSuccess: onClose,
    onError: () => setShare(null),
  })
  const kind = kinds.find((row) => keyOf(row) === key)
  const tooLarge = file !== null && file.size > firmwareBytesMost
  const ready = kind && version.trim() !== '' && file && !tooLarge
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) add.mutate({ kind, chosen: file })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('firmware.add.title')}
      size={460}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <Select
          label={t('firmware.columns.model')}
          placeholder={t('firmware.add.chooseModel')}
          data={kinds.map((row) => ({ value: keyOf(row), label: `${row.vendor_name} · ${row.model}` }))}
          value={key}
          onChange={setKey}
          searchable={kinds.length > 8}
          allowDeselect={false}
        />
        <TextInput
          label={t('firmware.columns.version')}
          description={t('firmware.add.versionHint')}
          maxLength={50}
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
        />
        <div className={classes.choose}>
          <FileButton onChange={setFile}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} stroke={1.75} />}>
                {t('firmware.add.choose')}
              </Button>
            )}
          </FileButton>
          <span className={classes.chosen}>{file?.name ?? t('firmware.add.hint')}</span>
        </div>
        {tooLarge && (
          <p className={classes.bad} role="alert">
            {t('firmware.add.tooLarge')}
          </p>
        )}
        {share !== null && (
          <Progress
            value={share * 100}
            size="sm"
            animated={share === 1}
            aria-label={t('firmware.add.progress')}
          />
        )}
        {add.isError && <FormError error={add.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ChangeButton type="submit" disabled={!ready} loading={add.isPending}>
            {t('firmware.add.action')}
          </ChangeButton>
        </div>
      </form>
    </Modal>
  )
}
