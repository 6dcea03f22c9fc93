import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../inbox-item.module.css'
import { NoteDialog } from '../note-dialog.tsx'

interface NotedItemProps {
  title: ReactNode
  facts: ReactNode
  /** why somebody has to look at it */
  why: string
  canDecide: boolean
  /** what the dialog is called in which a person confirms to have seen it */
  noteOf: string
  decide: (note: string) => Promise<unknown>
}

/** What waits in the inbox until a person confirms, with a note, to have seen it. */
export function NotedItem({ title, facts, why, canDecide, noteOf, decide }: NotedItemProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>{title}</p>
        <p className={classes.facts}>{facts}</p>
        <p className={classes.why}>{why}</p>
      </div>
      {canDecide && (
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
            {t('inbox.borne.note')}
          </Button>
        </div>
      )}
      {isConfirming && (
        <NoteDialog
          title={noteOf}
          action={t('inbox.borne.note')}
          decide={decide}
          onClose={() => setConfirming(false)}
        />
      )}
    </li>
  )
}
