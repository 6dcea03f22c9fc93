import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './publishing.module.css'
import type { Publish } from './publishing-queries.ts'

interface PublishSwitchProps {
  row: { id: number; name: string; published: boolean }
  publish: Publish
  /** what is done instead of publishing at once */
  onPublish?: (() => void) | undefined
}

/** Whether partners are shown one location or tariff. */
export function PublishSwitch({ row, publish, onPublish }: PublishSwitchProps) {
  const { t } = useTranslation()
  const isOn = publish.stateOf(row)
  return (
    <Switch
      className={classes.switch!}
      checked={isOn}
      onChange={() =>
        !isOn && onPublish ? onPublish() : publish.mutate({ ids: [row.id], published: !isOn })
      }
      aria-label={t('publishing.show', { name: row.name })}
    />
  )
}
