import { ActionIcon, Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IconHelpCircle } from '../pictures/icons.ts'
import type { GlossaryTerm } from './glossary-terms.ts'
import classes from './help.module.css'

/** A question mark that says what a word, or several of one table, mean, and leads to the glossary. */
export function Help({ term }: { term: GlossaryTerm | readonly GlossaryTerm[] }) {
  const { t } = useTranslation()
  const terms = typeof term === 'string' ? [term] : term
  const [first = ''] = terms
  const nameOf = (one: GlossaryTerm) => t(`glossary.terms.${one}.name`)
  const name = terms.map(nameOf).join(', ')
  return (
    <Popover width={280} shadow="md" withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('glossary.help', { about: name })}>
          <IconHelpCircle size={16} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.words!} aria-label={name}>
        {terms.map((one) => (
          <div key={one}>
            <p className={classes.name}>{nameOf(one)}</p>
            <p>{t(`glossary.terms.${one}.text`)}</p>
          </div>
        ))}
        <Link to="/glossary" hash={first} className={classes.link!}>
          {t('glossary.more')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
