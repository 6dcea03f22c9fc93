import type { OrderDetails } from '@stationmaster/contract'
import { IconStethoscope } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/when.tsx'
import classes from './verdict.module.css'

/** What failed and why, in plain words, and what to do about it. */
export function Verdict({ order: { verdict } }: { order: OrderDetails }) {
  const { t } = useTranslation()
  if (!verdict) return null
  const { code, at, word } = verdict
  return (
    <section className={classes.verdict} aria-labelledby="verdict">
      <IconStethoscope size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div>
        <h2 className={classes.title} id="verdict">
          {t(`verdict.${code}.title`)}
        </h2>
        <p className={classes.text}>{t(`verdict.${code}.why`)}</p>
        <p className={classes.text}>{t(`verdict.${code}.next`)}</p>
        {(at || word) && (
          <p className={classes.facts}>
            {at && <When at={at} style="fullSeconds" />}
            {word && <span className={classes.word}>{t('verdict.word', { word })}</span>}
          </p>
        )}
      </div>
    </section>
  )
}
