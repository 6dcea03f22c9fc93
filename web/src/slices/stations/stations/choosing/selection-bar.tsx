import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { IconSend } from '../../../../ui/pictures/icons.ts'
import classes from './selection.module.css'
import { useSelection } from './selection.tsx'

/** The number of selected stations, and the actions on them; nothing while none is selected. */
export function SelectionBar({ onSend, more }: { onSend: () => void; more: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { count, total, selectAll, clear } = useSelection()
  if (count === 0) return null
  return (
    <section className={classes.bar} aria-label={t('stations.selection.title')}>
      <span className={classes.count} role="status">
        {t(count === total ? 'stations.selection.allCount' : 'stations.selection.count', {
          count,
          n: format.number(count),
        })}
      </span>
      {count < total && (
        <Button variant="subtle" size="compact-sm" onClick={selectAll}>
          {t('stations.selection.all', { count: total, n: format.number(total) })}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
        {t('stations.selection.clear')}
      </Button>
      <span className={classes.more}>{more}</span>
      <Button leftSection={<IconSend size={16} stroke={1.75} />} onClick={onSend}>
        {t('stations.selection.send')}
      </Button>
    </section>
  )
}
