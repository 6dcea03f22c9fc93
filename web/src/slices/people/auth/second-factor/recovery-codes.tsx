import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../../api/files/save-file.ts'
import { IconCheck, IconCopy, IconDownload } from '../../../../ui/pictures/icons.ts'
import classes from './second-factor.module.css'

/** Recovery codes, shown this once: to be copied or kept as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const clipboard = useClipboard({ timeout: 2000 })
  const text = `${codes.join('\n')}\n`
  return (
    <div className={classes.step}>
      <p className={classes.text}>{t('factor.codes.text')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? t('common.copied') : t('factor.codes.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() => saveFile('stationmaster-recovery-codes.txt', [text], 'text/plain; charset=utf-8')}
        >
          {t('factor.codes.download')}
        </Button>
      </div>
      <Button onClick={onDone}>{t('factor.codes.done')}</Button>
    </div>
  )
}
