import { Button, FileButton, Progress, Select, TextInput } from '@mantine/core'
import { contract, type FleetFirmware, firmwareBytesMost } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../api/calls/upload.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
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

const fits = (file: File): boolean => file.size <= firmwareBytesMost

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
  const ready = kind && version.trim() !== '' && file && fits(file)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) add.mutate({ kind, chosen: file })
  }
  return (
    <Dialog onClose={onClose} title={t('firmware.add.title')} size={460}>
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
        <ChooseFile file={file} onChange={setFile} />
        {share !== null && <UploadProgress share={share} />}
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
    </Dialog>
  )
}

interface ChooseFileProps {
  file: File | null
  onChange: (file: File | null) => void
}

/** The button that chooses a file, and which one is chosen. */
function ChooseFile({ file, onChange }: ChooseFileProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.choose}>
        <FileButton onChange={onChange}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} stroke={1.75} />}>
              {t('firmware.add.choose')}
            </Button>
          )}
        </FileButton>
        <span className={classes.chosen}>{file?.name ?? t('firmware.add.hint')}</span>
      </div>
      {file && !fits(file) && (
        <p className={classes.bad} role="alert">
          {t('firmware.add.tooLarge')}
        </p>
      )}
    </>
  )
}

/** How much of the file is sent, from 0 to 1. */
function UploadProgress({ share }: { share: number }) {
  const { t } = useTranslation()
  return (
    <Progress value={share * 100} size="sm" animated={share === 1} aria-label={t('firmware.add.progress')} />
  )
}
