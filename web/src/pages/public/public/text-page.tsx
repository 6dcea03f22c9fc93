import type { ReactNode } from 'react'
import { useTitle } from '../../../ui/frame/use-title.ts'
import classes from './text-page.module.css'

interface TextPageProps {
  title: string
  intro?: string
  children: ReactNode
}

/** A public page to read: a title over one column of text. */
export function TextPage({ title, intro, children }: TextPageProps) {
  useTitle(title)
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {intro && <p className={classes.intro}>{intro}</p>}
      </header>
      {children}
    </article>
  )
}
