import { useTranslation } from 'react-i18next'
import classes from './stars.module.css'

const all = [1, 2, 3, 4, 5] as const

/** One to five stars, read as a number too. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes.stars} role="img" aria-label={t('common.stars', { n: rating })}>
      {all.map((star) => (
        <span key={star} className={star <= Math.round(rating) ? classes.full : classes.empty}>
          ★
        </span>
      ))}
    </span>
  )
}

interface StarInputProps {
  label: string
  value: number
  onChange: (rating: number) => void
  /** of a star, for those who do not see it */
  nameOf: (rating: number) => string
}

/** Asks for one to five stars, by touch or by the arrow keys. */
export function StarInput({ label, value, onChange, nameOf }: StarInputProps) {
  return (
    <fieldset className={classes.input}>
      <legend className={classes.legend}>{label}</legend>
      {all.map((star) => (
        <label key={star} className={star <= value ? classes.full : classes.empty}>
          <input
            type="radio"
            name="stars"
            checked={star === value}
            onChange={() => onChange(star)}
            aria-label={nameOf(star)}
          />
          <span aria-hidden="true">★</span>
        </label>
      ))}
    </fieldset>
  )
}
