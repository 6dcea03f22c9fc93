import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { glossaryTerms } from '../../ui/words/glossary-terms.ts'
import classes from './glossary-page.module.css'

/** What the words on the screens mean, by their names. */
export function GlossaryPage() {
  const { t } = useTranslation()
  const { language } = useFormat()
  const linkedTerm = useRouterState({ select: ({ location }) => location.hash })
  const terms = glossaryTerms
    .map((term) => ({ term, name: t(`glossary.terms.${term}.name`), text: t(`glossary.terms.${term}.text`) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
  return (
    <div className={classes.page}>
      <PageHeader title={t('glossary.title')} facts={t('glossary.facts')} />
      <dl className={classes.terms}>
        {terms.map(({ term, name, text }) => (
          <div key={term} id={term} className={classes.term} data-asked={term === linkedTerm || undefined}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
