import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import type { Manager } from '@stationmaster/contract'
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languageNames, languageOf, languages } from '../i18n/index.ts'
import { logOut } from '../slices/auth/session-actions.ts'
import classes from './user-menu.module.css'

const themes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

const initials = (manager: Manager) =>
  `${manager.first_name.charAt(0)}${manager.last_name.charAt(0)}`.toUpperCase() ||
  manager.email.charAt(0).toUpperCase()

/** Who is signed in, with language, theme and log-out behind it. */
export function UserMenu({ manager, folded }: { manager: Manager; folded: boolean }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = languageOf([i18n.language])
  const check = (active: boolean) => (active ? <IconCheck size={14} /> : null)
  const name = `${manager.first_name} ${manager.last_name}`.trim() || manager.email
  const leave = () => {
    logOut()
    void navigate({ to: '/' })
  }
  return (
    <div className={classes.foot}>
      <Menu position="top-start" width={216} withinPortal>
        <Menu.Target>
          <UnstyledButton className={classes.button} aria-label={`${name}: ${t('layout.userMenu')}`}>
            <span
              className={classes.avatar}
              data-administrator={manager.role === 'administrator' || undefined}
            >
              {manager.avatar_url ? <img src={manager.avatar_url} alt="" /> : initials(manager)}
            </span>
            {!folded && (
              <>
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.role}>{t(`enums.role.${manager.role}`)}</span>
                </span>
                <IconSelector size={16} stroke={1.5} className={classes.chevron} />
              </>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('layout.language')}</Menu.Label>
          {languages.map((language) => (
            <Menu.Item
              key={language}
              lang={language}
              onClick={() => void chooseLanguage(language)}
              rightSection={check(language === shown)}
            >
              {languageNames[language]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{t('layout.theme')}</Menu.Label>
          {themes.map(({ value, icon: Icon }) => (
            <Menu.Item
              key={value}
              leftSection={<Icon size={16} stroke={1.6} />}
              onClick={() => setColorScheme(value)}
              rightSection={check(value === colorScheme)}
            >
              {t(`layout.themes.${value}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={leave}>
            {t('layout.logOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
