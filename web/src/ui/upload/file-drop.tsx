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
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !disabled) onFile(file)
  }
  return (
    <fieldset
      className={classes.drop}
      data-over={over || undefined}
      aria-label={t('imports.drop')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileTypeCsv size={32} stroke={1.25} aria-hidden="true" />
      <p className={classes.text}>{name ?? t('imports.drop')}</p>
      <FileButton accept=".csv,text/csv" onChange={(file) => file && onFile(file)} disabled={disabled}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} stroke={1.75} />}>
            {name === null ? t('imports.choose') : t('imports.chooseOther')}
          </Button>
        )}
      </FileButton>
    </fieldset>
  )
}
