import type { OrderDetails, VerdictCode } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { type CodeKind, useCode } from '../../../../../i18n/use-code.ts'
import { When } from '../../../../../ui/dates/when.tsx'
import { IconStethoscope } from '../../../../../ui/pictures/icons.ts'
import classes from './verdict.module.css'

/** What the word of a verdict is a code of. */
function kindOf(code: VerdictCode): CodeKind {
  if (code === 'station_fault') return 'error'
  if (code === 'start_refused' || code === 'start_unanswered') return 'outcome'
  return code === 'car_took_nothing' || code === 'station_gave_nothing' ? 'status' : 'stopReason'
}

/** What failed and why, in plain words, and what to do about it. */
export function Verdict({ order: { verdict } }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const codeText = useCode()
  if (!verdict) return null
  const { code, at, word } = verdict
  // a fault is its code with what the station adds to it
  const said = (words: string) =>
    words
      .split(': ')
      .map((part, index) => (index === 0 ? codeText(kindOf(code), part) : part))
      .join(': ')
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
            {word && <span className={classes.word}>{t('verdict.word', { word: said(word) })}</span>}
          </p>
        )}
      </div>
    </section>
  )
}
