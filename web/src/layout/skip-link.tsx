import { useTranslation } from 'react-i18next'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the menu, to the page's content. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a href="#content" className={classes.skip}>
      {t('layout.skip')}
    </a>
  )
}
