import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLostSince } from '../../api/live/contact.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { IconCloudOff } from '../pictures/icons.ts'
import classes from './connection-strip.module.css'

/** Tells on top of every page that the server is out of contact, and since when; what is live goes quiet meanwhile. */
export function ConnectionStrip() {
  const { t } = useTranslation()
  const format = useFormat()
  const since = useLostSince()
  const lost = since !== null
  useEffect(() => {
    if (!lost) return
    const page = document.documentElement
    page.dataset.contact = 'lost'
    return () => {
      delete page.dataset.contact
    }
  }, [lost])
  return (
    <div role="status" className={classes.place}>
      {lost && (
        <p className={classes.strip}>
          <IconCloudOff size={18} stroke={1.75} aria-hidden="true" />
          {t('common.contact.lost', { time: format.when(new Date(since), 'time') })}
        </p>
      )}
    </div>
  )
}
