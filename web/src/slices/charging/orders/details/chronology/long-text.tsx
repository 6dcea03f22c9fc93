import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './long-text.module.css'

/** A text longer than this is cut (domain.md#chronology). */
const shownMost = 250

/** A text cut to 250 characters, with the rest on demand. */
export function LongText({ children }: { children: string }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  if (children.length <= shownMost) return <span className={classes.text}>{children}</span>
  return (
    <span className={classes.text}>
      {whole ? children : `${children.slice(0, shownMost)}…`}{' '}
      <UnstyledButton className={classes.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? t('order.showLess') : t('order.showRest')}
      </UnstyledButton>
    </span>
  )
}
