import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './publishing.module.css'

/** Which rows of a list are picked, to be published together. */
export function usePicked<Row extends { id: number }>(rows: readonly Row[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const picked = (rows ?? []).filter(({ id }) => ids.has(id))
  const count = rows?.length ?? 0
  return {
    picked,
    has: (id: number) => ids.has(id),
    isAll: count > 0 && picked.length === count,
    toggle: (id: number) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    pickAll: () => setIds(new Set(rows?.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
type Picked = Omit<ReturnType<typeof usePicked>, 'picked'> & { picked: readonly unknown[] }

/** Picks one row. */
export function RowBox({ id, name, among }: { id: number; name: string; among: Picked }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="xs"
      checked={among.has(id)}
      onChange={() => among.toggle(id)}
      aria-label={t('publishing.pick', { name })}
    />
  )
}

/** Picks every row that is shown, or none. */
export function AllBox({ among }: { among: Picked }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="xs"
      checked={among.isAll}
      indeterminate={among.picked.length > 0 && !among.isAll}
      onChange={among.isAll ? among.clear : among.pickAll}
      aria-label={t('publishing.pickAll')}
    />
  )
}

interface BarProps {
  among: Picked
  /** it is done with all that are picked */
  onPublish: (published: boolean) => void
}

/** How many rows are picked, and what may be done with them; nothing while none is. */
export function PickedBar({ among, onPublish }: BarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const count = among.picked.length
  if (count === 0) return null
  return (
    <section className={classes.bar} aria-label={t('publishing.picked')}>
      <span className={classes.count} role="status">
        {t('publishing.pickedCount', { count, n: format.number(count) })}
      </span>
      {!among.isAll && (
        <Button variant="subtle" size="compact-sm" onClick={among.pickAll}>
          {t('publishing.pickAll')}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={among.clear}>
        {t('publishing.clear')}
      </Button>
      <span className={classes.deeds}>
        <Button variant="default" onClick={() => onPublish(false)}>
          {t('publishing.takeBack')}
        </Button>
        <Button onClick={() => onPublish(true)}>{t('publishing.publish')}</Button>
      </span>
    </section>
  )
}
