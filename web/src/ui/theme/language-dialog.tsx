import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languageNames, languageOf, languages } from '../../i18n/index.ts'
import { Dialog } from '../forms/dialog.tsx'
import { IconCheck } from '../pictures/icons.ts'
import classes from './language-switch.module.css'

/** The languages in a dialog, for fingers. */
export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const shown = languageOf([i18n.language])
  return (
    <Dialog onClose={onClose} title={t('layout.language')} centered size="xs">
      <div className={classes.choices}>
        {languages.map((language) => (
          <UnstyledButton
            key={language}
            lang={language}
            className={classes.choice}
            aria-pressed={language === shown}
            onClick={() => {
              void chooseLanguage(language)
              onClose()
            }}
          >
            <span>{languageNames[language]}</span>
            {language === shown && <IconCheck size={18} aria-hidden="true" />}
          </UnstyledButton>
        ))}
      </div>
    </Dialog>
  )
}
