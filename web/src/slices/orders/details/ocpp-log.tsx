import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { Frame } from './details-query.ts'
import { joinAnswers } from './frames.ts'
import { OcppFrame } from './ocpp-frame.tsx'
import classes from './ocpp-log.module.css'

const ROW_PX = 40

/** The frames that crossed the station's socket during an order, newest first, as a list that scrolls; fills the window on demand. */
export function OcppLog({ frames }: { frames: readonly Frame[] }) {
  const { t } = useTranslation()
  const [filling, setFilling] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const scroll = useRef<HTMLDivElement>(null)
  const logged = useMemo(() => joinAnswers(frames).reverse(), [frames])
  const rows = useVirtualizer({
    count: logged.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => logged[index]?.frame.id ?? index,
    overscan: 12,
  })
  useEffect(() => {
    if (!filling) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setFilling(false)
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [filling])
  const toggle = (id: number) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const label = filling ? t('order.console.leaveFullScreen') : t('order.console.fullScreen')
  const Icon = filling ? IconMinimize : IconMaximize
  return (
    <div className={classes.place} data-filling={filling || undefined}>
      <Panel
        title={t('order.console.title')}
        count={frames.length}
        flush
        className={classes.panel}
        actions={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={label}
            aria-pressed={filling}
            onClick={() => setFilling(!filling)}
          >
            <Icon size={18} stroke={1.75} />
          </ActionIcon>
        }
      >
        {logged.length === 0 ? (
          <EmptyState drawing="calm" title={t('order.console.empty')} text={t('order.console.emptyText')} />
        ) : (
          <div ref={scroll} className={classes.scroll}>
            <ol className={classes.list} style={{ height: rows.getTotalSize() }}>
              {rows.getVirtualItems().map(({ index, key, start }) => {
                const one = logged[index]
                if (!one) return null
                return (
                  <li
                    key={key}
                    ref={rows.measureElement}
                    data-index={index}
                    aria-setsize={logged.length}
                    aria-posinset={index + 1}
                    className={classes.item}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <OcppFrame
                      logged={one}
                      open={opened.has(one.frame.id)}
                      onToggle={() => toggle(one.frame.id)}
                    />
                  </li>
                )
              })}
            </ol>
          </div>
        )}
      </Panel>
    </div>
  )
}
