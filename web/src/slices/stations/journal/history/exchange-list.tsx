import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './exchange-list.module.css'
import { ExchangeRow } from './exchange-row.tsx'
import type { Exchange } from './exchanges.ts'

const rowHeightPx = 36
const phoneRowHeightPx = 78
/** Older rows are loaded when only this many are left below. */
const rowsAhead = 30

interface ExchangeListProps {
  stationId: string
  /** newest first */
  exchanges: readonly Exchange[]
  /** Loads older rows when the end comes near. */
  onEnd?: (() => void) | undefined
  /** The content above the newest and below the oldest row. */
  top?: ReactNode
  bottom?: ReactNode
}

/** Exchanges as a list that scrolls: new rows on top do not move the rows that people read. */
export function ExchangeList({ stationId, exchanges, onEnd, top, bottom }: ExchangeListProps) {
  const { t } = useTranslation()
  const { opened, toggle } = useOpened()
  const scroll = useRef<HTMLDivElement>(null)
  const phone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const rowPx = phone ? phoneRowHeightPx : rowHeightPx
  const rows = useVirtualizer({
    count: exchanges.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => exchanges[index]?.lead.id ?? index,
    overscan: 12,
  })
  useKeepScroll(exchanges, scroll, rowPx)

  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (onEnd && last >= exchanges.length - rowsAhead) onEnd()
  }, [onEnd, last, exchanges.length])

  const focusRow = (index: number) => {
    if (index < 0 || index >= exchanges.length) return
    rows.scrollToIndex(index)
    focusIn(scroll.current, index)
  }
  return (
    <div
      ref={scroll}
      className={classes.scroll}
      onKeyDown={(event) => walk(event, shown[0]?.index ?? 0, focusRow)}
      role="log"
      aria-label={t('console.history.title')}
    >
      {top}
      <ol className={classes.list} style={{ height: rows.getTotalSize() }}>
        {shown.map((item) => {
          const one = exchanges[item.index]
          if (!one) return null
          return (
            <Item key={item.key} item={item} count={exchanges.length} measure={rows.measureElement}>
              <ExchangeRow
                stationId={stationId}
                exchange={one}
                open={opened.has(one.lead.id)}
                onToggle={() => toggle(one.lead.id)}
              />
            </Item>
          )
        })}
      </ol>
      {bottom}
    </div>
  )
}

interface ItemProps {
  item: VirtualItem
  count: number
  measure: (element: HTMLElement | null) => void
  children: ReactNode
}

/** A row at its place in the list. */
function Item({ item: { index, start }, count, measure, children }: ItemProps) {
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes.item}
      style={{ transform: `translateY(${start}px)` }}
    >
      {children}
    </li>
  )
}

/** The rows that show their frames. */
function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  return { opened, toggle }
}

/** Focuses a row, which may first have to be drawn. */
function focusIn(box: HTMLElement | null, index: number) {
  const find = () => box?.querySelector<HTMLElement>(`[data-index="${index}"] button`)
  const row = find()
  if (row) row.focus()
  else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
}

/** Moves the focus from row to row by j and k, or by the arrows. */
function walk(event: KeyboardEvent, first: number, focusRow: (index: number) => void) {
  const step =
    event.key === 'j' || event.key === 'ArrowDown' ? 1 : event.key === 'k' || event.key === 'ArrowUp' ? -1 : 0
  const target = event.target as HTMLElement
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || target.tagName === 'PRE') return
  event.preventDefault()
  const row = target.closest('[data-index]')
  focusRow(row ? Number(row.getAttribute('data-index')) + step : first)
}

/** Scrolls by the height of new rows on top, so that the shown rows stay in place; at the top the new rows are shown. */
function useKeepScroll(
  exchanges: readonly Exchange[],
  scroll: { current: HTMLDivElement | null },
  rowPx: number,
) {
  const first = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    const known = first.current
    first.current = exchanges[0]?.lead.id
    const box = scroll.current
    if (known === undefined || !box || box.scrollTop < rowPx) return
    const moved = exchanges.findIndex(({ lead }) => lead.id === known)
    if (moved > 0) box.scrollTop += moved * rowPx
  }, [exchanges, scroll, rowPx])
}
