import { ActionIcon, Tooltip } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconMaximize, IconMinimize } from '../../../ui/pictures/icons.ts'
import classes from './full-panel.module.css'

interface FullPanelProps {
  title: string
  count?: number
  actions?: ReactNode
  filters?: ReactNode
  children: ReactNode
}

/** A panel with a body that scrolls, as high as the window allows; can fill the whole window. */
export function FullPanel({ actions, children, ...rest }: FullPanelProps) {
  const { t } = useTranslation()
  const [filling, setFilling] = useState(false)
  useEffect(() => {
    if (!filling) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setFilling(false)
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [filling])
  const label = filling ? t('console.leaveFullScreen') : t('console.fullScreen')
  const Icon = filling ? IconMinimize : IconMaximize
  return (
    <div className={classes.place} data-filling={filling || undefined}>
      <Panel
        {...rest}
        flush
        className={classes.panel}
        actions={
          <>
            {actions}
            <Tooltip label={label}>
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
            </Tooltip>
          </>
        }
      >
        {children}
      </Panel>
    </div>
  )
}
