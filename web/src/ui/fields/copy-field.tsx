import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconCopy } from '../pictures/icons.ts'
import classes from './copy-field.module.css'

/** A text to be carried elsewhere, with a button that copies it; a click selects it whole. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  const clipboard = useClipboard({ timeout: 2000 })
  const name = clipboard.copied ? t('common.copied') : t('common.copy', { what: label })
  return (
    <Textarea
      label={label}
      value={value}
      readOnly
      autosize
      minRows={1}
      classNames={{ input: classes.text! }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <Tooltip label={name}>
          <ActionIcon variant="subtle" color="gray" aria-label={name} onClick={() => clipboard.copy(value)}>
            {clipboard.copied ? <IconCheck size={16} stroke={2} /> : <IconCopy size={16} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}
