import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languageNames, languageOf, languages } from '../../i18n/index.ts'
import { IconCheck, IconWorld } from '../pictures/icons.ts'
import classes from './language-switch.module.css'

// dialogs are loaded when they are opened: the first paint does without them
const LanguageDialog = lazy(async () => ({
  default: (await import('./language-dialog.tsx')).LanguageDialog,
}))

/** The choice of languages: a dropdown on a desktop, a dialog at widths of 768 px or less (domain.md#screens). */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const small = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const shown = languageOf([i18n.language])
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!opened || small) return
    const leave = (event: Event) => {
      if (!whole.current?.contains(event.target as Node)) setOpened(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [opened, small])
  return (
    <div className={classes.whole} ref={whole}>
      <UnstyledButton
        ref={button}
        className={classes.button}
        onClick={() => setOpened(!opened)}
        aria-haspopup={small ? 'dialog' : 'menu'}
        aria-expanded={opened}
        aria-label={`${t('layout.language')}: ${languageNames[shown]}`}
      >
        <IconWorld size={18} stroke={1.75} aria-hidden="true" />
        <span className={classes.code}>{shown}</span>
        <span className={classes.name}>{languageNames[shown]}</span>
      </UnstyledButton>
      {opened && !small && <LanguageMenu onClose={close} />}
      {opened && small && (
        <Suspense fallback={null}>
          <LanguageDialog onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

function LanguageMenu({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const menu = useRef<HTMLDivElement>(null)
  const shown = languageOf([i18n.language])
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => items()[languages.indexOf(shown)]?.focus(), [])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  return (
    <div className={classes.menu} role="menu" aria-label={t('layout.language')} ref={menu} onKeyDown={move}>
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          lang={language}
          role="menuitemradio"
          aria-checked={language === shown}
          tabIndex={-1}
          className={classes.item}
          onClick={() => {
            void chooseLanguage(language)
            onClose()
          }}
        >
          <span>{languageNames[language]}</span>
          {language === shown && <IconCheck size={16} aria-hidden="true" />}
        </UnstyledButton>
      ))}
    </div>
  )
}
