import { Checkbox, Tooltip } from '@mantine/core'
import type { BulkSelection, Station } from '@stationmaster/contract'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { choiceOf, type StationFilters } from './filters.ts'
import classes from './selection.module.css'

/** Stations that were picked, or all that match without the excluded ones. */
interface Picked {
  all: boolean
  ids: ReadonlySet<string>
}

interface Selection {
  total: number
  count: number
  has: (id: string) => boolean
  toggle: (id: string) => void
  selectAll: () => void
  clear: () => void
  /** As the server takes it. */
  body: BulkSelection
}

const none: Picked = { all: false, ids: new Set() }
const Context = createContext<Selection | null>(null)

/** What is selected of the stations that match the filters. */
export function SelectionProvider({
  total,
  filters,
  children,
}: {
  total: number
  filters: StationFilters
  children: ReactNode
}) {
  const [picked, setPicked] = useState(none)
  const selection = useMemo(
    (): Selection => ({
      total,
      count: picked.all ? Math.max(0, total - picked.ids.size) : picked.ids.size,
      has: (id) => picked.all !== picked.ids.has(id),
      toggle: (id) =>
        setPicked(({ all, ids }) => {
          const changed = new Set(ids)
          if (!changed.delete(id)) changed.add(id)
          return { all, ids: changed }
        }),
      selectAll: () => setPicked({ all: true, ids: new Set() }),
      clear: () => setPicked(none),
      body: picked.all
        ? { of: 'filter', filter: choiceOf(filters), except: [...picked.ids] }
        : { of: 'stations', ids: [...picked.ids] },
    }),
    [picked, total, filters],
  )
  return <Context value={selection}>{children}</Context>
}

export function useSelection(): Selection {
  const selection = useContext(Context)
  if (!selection) throw new Error('There is no selection here.')
  return selection
}

/** Selects one station; the whole cell takes the click. */
export function StationBox({ station }: { station: Station }) {
  const { t } = useTranslation()
  const { has, toggle } = useSelection()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside has a name of its own
    <label className={classes.cell}>
      <Checkbox
        size="xs"
        checked={has(station.id)}
        onChange={() => toggle(station.id)}
        aria-label={t('stations.selection.one', { number: stationNumber(station.number), id: station.id })}
      />
    </label>
  )
}

/** Selects all stations that match, or none. */
export function AllBox() {
  const { t } = useTranslation()
  const format = useFormat()
  const { count, total, selectAll, clear } = useSelection()
  const all = count === total && total > 0
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside has a name of its own
    <label className={classes.cell}>
      <Tooltip
        label={
          all
            ? t('stations.selection.clear')
            : t('stations.selection.allHelp', { count: total, n: format.number(total) })
        }
      >
        <Checkbox
          size="xs"
          checked={all}
          indeterminate={count > 0 && !all}
          disabled={total === 0}
          onChange={all ? clear : selectAll}
          aria-label={t('stations.selection.all', { count: total, n: format.number(total) })}
        />
      </Tooltip>
    </label>
  )
}
