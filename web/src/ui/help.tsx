import { ActionIcon, Popover } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { GlossaryTerm } from './glossary-terms.ts'
import classes from './help.module.css'

/** A question mark that says what a word means, and leads to the glossary. */
export function Help({ term }: { term: GlossaryTerm }) {
  const { t } = useTranslation()
  const name = t(`glossary.terms.${term}.name`)
  return (
    <Popover width={280} shadow="md" withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('glossary.help', { about: name })}>
          <IconHelpCircle size={16} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.words!} aria-label={name}>
        <p className={classes.name}>{name}</p>
        <p>{t(`glossary.terms.${term}.text`)}</p>
        <Link to="/glossary" hash={term} className={classes.link!}>
          {t('glossary.more')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
