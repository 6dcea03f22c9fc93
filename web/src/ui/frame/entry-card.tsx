import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './entry-card.module.css'
import { LogoMark } from './logo.tsx'
import { useTitle } from './use-title.ts'

interface EntryCardProps {
  title: string
  subtitle?: ReactNode
  /** In the place of the product's mark. */
  mark?: ReactNode
  /** A close button, with the name that it is read by. */
  close?: { label: string; onClose: () => void }
  children?: ReactNode
}

/** The card that stands alone on a page of the way in: log-in, sign-up, mailed links. */
export function EntryCard({ title, subtitle, mark, close, children }: EntryCardProps) {
  useTitle(title)
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        {close && <CloseButton className={classes.close!} onClick={close.onClose} aria-label={close.label} />}
        {mark ?? <LogoMark size={40} />}
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        {children && <div className={classes.body}>{children}</div>}
      </section>
    </div>
  )
}
