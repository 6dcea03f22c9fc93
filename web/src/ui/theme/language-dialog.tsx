import { Modal, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languageNames, languageOf, languages } from '../../i18n/index.ts'
import { IconCheck } from '../pictures/icons.ts'
import classes from './language-switch.module.css'

/** The languages in a dialog, for fingers. */
export function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const shown = languageOf([i18n.language])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('layout.language')}
      centered
      size="xs"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
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
    </Modal>
  )
}
