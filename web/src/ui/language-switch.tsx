import { Menu, Modal, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, type Language, languageNames, languageOf, languages } from '../i18n/index.ts'
import classes from './language-switch.module.css'

/** The choice of languages: a dropdown on a desktop, a dialog at widths of 768 px or less (spec document 1, section 2). */
export function LanguageSwitch() {
  const small = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  return small ? <LanguageDialog /> : <LanguageMenu />
}

function LanguageMenu() {
  const { t } = useTranslation()
  const shown = useShownLanguage()
  return (
    <Menu position="bottom-end" width={176} withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={`${t('layout.language')}: ${languageNames[shown]}`}
        >
          <IconWorld size={18} stroke={1.75} aria-hidden="true" />
          <span>{languageNames[shown]}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => void chooseLanguage(language)}
            rightSection={language === shown && <IconCheck size={16} />}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function LanguageDialog() {
  const { t } = useTranslation()
  const shown = useShownLanguage()
  const [opened, dialog] = useDisclosure(false)
  const choose = (language: Language) => {
    void chooseLanguage(language)
    dialog.close()
  }
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={dialog.open}
        aria-label={`${t('layout.language')}: ${languageNames[shown]}`}
      >
        <IconWorld size={18} stroke={1.75} aria-hidden="true" />
        <span className={classes.code}>{shown}</span>
      </UnstyledButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
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
              onClick={() => choose(language)}
            >
              <span>{languageNames[language]}</span>
              {language === shown && <IconCheck size={18} aria-hidden="true" />}
            </UnstyledButton>
          ))}
        </div>
      </Modal>
    </>
  )
}

function useShownLanguage(): Language {
  const { i18n } = useTranslation()
  return languageOf([i18n.language])
}
