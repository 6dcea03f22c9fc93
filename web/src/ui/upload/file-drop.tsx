import { Button, FileButton } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconFileTypeCsv, IconUpload } from '../pictures/icons.ts'
import classes from './file-drop.module.css'

interface FileDropProps {
  name: string | null
  disabled: boolean
  onFile: (file: File) => void
}

/** Takes a CSV file that is dropped here or chosen. */
export function FileDrop({ name, disabled, onFile }: FileDropProps) {
  const { t } = useTranslation()
  return (
    <FilesDrop
      disabled={disabled}
      multiple={false}
      accept=".csv,text/csv"
      texts={{
        drop: name ?? t('imports.drop'),
        label: t('imports.drop'),
        choose: t(name === null ? 'imports.choose' : 'imports.chooseOther'),
      }}
      onFiles={([file]) => file && onFile(file)}
    />
  )
}

interface FilesDropProps {
  disabled: boolean
  multiple?: boolean
  /** kinds of files that are offered for choice */
  accept: string
  /** what is to be done; `label` names the place where that changes */
  texts: { drop: string; label?: string; choose: string }
  onFiles: (files: readonly File[]) => void
}

/** Takes files that are dropped here or chosen. */
export function FilesDrop({ disabled, multiple = true, accept, texts, onFiles }: FilesDropProps) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onFiles([...event.dataTransfer.files])
  }
  return (
    <fieldset
      className={classes.drop}
      data-over={over || undefined}
      aria-label={texts.label ?? texts.drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileTypeCsv size={32} stroke={1.25} aria-hidden="true" />
      <p className={classes.text}>{texts.drop}</p>
      <FileButton
        multiple={multiple}
        accept={accept}
        onChange={(chosen) => onFiles([chosen ?? []].flat())}
        disabled={disabled}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} stroke={1.75} />}>
            {texts.choose}
          </Button>
        )}
      </FileButton>
    </fieldset>
  )
}
