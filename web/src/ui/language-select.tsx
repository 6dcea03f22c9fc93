import { IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languageNames, languageOf, languages } from '../i18n/index.ts'
import classes from './language-select.module.css'

/** The choice of languages as the platform's own list: a dropdown on a desktop, a sheet on a phone. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation()
  const choose = (value: string) => void chooseLanguage(languageOf([value]))
  return (
    <label className={classes.field}>
      <IconWorld size={18} stroke={1.75} aria-hidden="true" />
      <select
        className={classes.select}
        aria-label={t('layout.language')}
        value={languageOf([i18n.language])}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  )
}
