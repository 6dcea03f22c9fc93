import type { OrderDetails, SignedValues } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { IconShieldCheck, IconShieldExclamation, IconShieldLock } from '../../../../ui/pictures/icons.ts'
import classes from './signed-panel.module.css'

const tones = {
  none: 'quiet',
  checked: 'good',
  self_declared: 'quiet',
  not_checkable: 'quiet',
  wrong: 'bad',
  differs: 'bad',
} as const
const icons = { good: IconShieldCheck, bad: IconShieldExclamation, quiet: IconShieldLock }

/** What can be said of an order's signed values, in the words of people who have never heard of signatures. */
export function SignedWord({ order, signed }: { order: OrderDetails; signed: SignedValues }) {
  const { t } = useTranslation()
  const word = signed.verdict ?? 'none'
  const tone = tones[word]
  const Icon = icons[tone]
  const why = signed.why === null ? '' : t(`enums.signedWhy.${signed.why}`)
  return (
    <div className={classes.word} data-tone={tone}>
      <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div>
        <p className={classes.name}>{t(`signed.word.${word}`)}</p>
        <p className={classes.text}>
          {word === 'not_checkable' ? t('signed.text.not_checkable', { why }) : t(`signed.text.${word}`)}{' '}
          {tone === 'bad' && t(order.needs_review ? 'signed.text.review' : 'signed.text.decided')}
        </p>
      </div>
    </div>
  )
}
