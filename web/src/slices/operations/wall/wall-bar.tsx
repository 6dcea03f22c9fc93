import { ActionIcon } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useLiveConnected } from '../../../api/live/live.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useServerNow } from '../../../ui/dates/use-server-now.ts'
import { StatusDot } from '../../../ui/figures/status.tsx'
import { Logo } from '../../../ui/frame/logo.tsx'
import { IconMaximize, IconMinimize } from '../../../ui/pictures/icons.ts'
import { LanguageSwitch } from '../../../ui/theme/language-switch.tsx'
import classes from './wall-bar.module.css'

/** Name, day and clock, how fresh the wall is, and the button that fills the screen; what is made for a desk is so much larger. */
export function WallBar({ scale }: { scale: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const live = useLiveConnected()
  const now = new Date(useServerNow(1))
  const { toggle, fullscreen } = useFullscreenDocument()
  const Icon = fullscreen ? IconMinimize : IconMaximize
  return (
    <header className={classes.bar}>
      <h1>
        <span className={classes.logo} style={{ zoom: scale }}>
          <Logo />
        </span>
        <span className={classes.title}>{t('wall.title')}</span>
      </h1>
      <span className={classes.fresh}>
        <StatusDot tone={live ? 'green' : 'gray'} live={live} />
        {live ? t('common.live') : t('common.polling', { seconds: format.number(15) })}
      </span>
      <span className={classes.tools} style={{ zoom: scale }}>
        <LanguageSwitch />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t(fullscreen ? 'wall.leaveFullScreen' : 'wall.fullScreen')}
          onClick={() => void toggle()}
        >
          <Icon size={20} stroke={1.75} />
        </ActionIcon>
      </span>
      <time className={classes.clock} dateTime={now.toISOString()}>
        <span>{format.when(now, 'day')}</span>
        <b>{format.when(now, 'time')}</b>
      </time>
    </header>
  )
}
