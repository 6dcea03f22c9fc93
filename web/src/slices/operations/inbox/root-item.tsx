import { Button } from '@mantine/core'
import type { RootNeed } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import classes from './inbox-item.module.css'

/** A root of ISO 15118 that ends soon, that stations lack, or that is needed and not there. */
export function RootItem({ item: { kind, id, subject, not_after, ending, stations } }: { item: RootNeed }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          {subject ?? t('inbox.roots.missing', { kind: t(`pnc.kind.${kind}`) })}
        </p>
        <p className={classes.facts}>
          {id !== null && <span>{t(`pnc.kind.${kind}`)}</span>}
          {stations > 0 && (
            <span>
              {t(id === null ? 'inbox.roots.need' : 'inbox.roots.lack', {
                count: stations,
                n: format.number(stations),
              })}
            </span>
          )}
          {ending && not_after && (
            <span>
              {t('inbox.roots.ends')} <When at={not_after} style="day" />
            </span>
          )}
        </p>
        <p className={classes.why}>
          {t(
            id === null
              ? 'inbox.roots.whyMissing'
              : ending
                ? 'inbox.roots.whyEnding'
                : 'inbox.roots.whyLacking',
          )}
        </p>
      </div>
      <div className={classes.actions}>
        <Button size="xs" renderRoot={(props) => <Link {...props} to="/plug-and-charge" />}>
          {t('inbox.roots.open')}
        </Button>
      </div>
    </li>
  )
}
