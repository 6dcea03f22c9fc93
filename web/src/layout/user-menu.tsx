import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import type { Manager } from '@stationmaster/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { languageNames, languageOf, languages } from '../i18n/index.ts'
import { logOut } from '../slices/people/auth/session-actions.ts'
import { useBalance } from '../slices/people/managers/balance.ts'
import { chooseOwnLanguage } from '../slices/people/managers/language.ts'
import { Money } from '../ui/figures/quantity.tsx'
import { Avatar, nameOf } from '../ui/pictures/avatar.tsx'
import { IconCheck, IconLogout, IconSettings, IconVocabulary } from '../ui/pictures/icons.ts'
import { themes } from '../ui/theme/themes.ts'
import classes from './user-menu.module.css'

/** Who is signed in and what the network has earned, with settings, language, theme and log-out behind it. */
export function UserMenu({ manager, folded }: { manager: Manager; folded: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = () => {
    logOut()
    void navigate({ to: '/' })
  }
  return (
    <div className={classes.foot}>
      <Menu position="top-start" width={216} withinPortal>
        <Menu.Target>
          <UnstyledButton
            className={classes.button}
            aria-label={`${nameOf(manager)}: ${t('layout.userMenu')}`}
          >
            <Avatar person={manager} />
            {!folded && (
              <span className={classes.words}>
                <span className={classes.name}>{nameOf(manager)}</span>
                <span className={classes.below}>
                  <BalanceOrRole manager={manager} />
                </span>
              </span>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t(`enums.role.${manager.role}`)}</Menu.Label>
          <Menu.Item
            component={Link}
            to="/settings/profile"
            leftSection={<IconSettings size={16} stroke={1.6} />}
          >
            {t('layout.settings')}
          </Menu.Item>
          <Menu.Item component={Link} to="/glossary" leftSection={<IconVocabulary size={16} stroke={1.6} />}>
            {t('layout.glossary')}
          </Menu.Item>
          <Menu.Divider />
          <LanguageItems />
          <Menu.Divider />
          <ThemeItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={leave}>
            {t('layout.logOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const check = (active: boolean) => (active ? <IconCheck size={14} /> : null)

function LanguageItems() {
  const { t, i18n } = useTranslation()
  const shown = languageOf([i18n.language])
  return (
    <>
      <Menu.Label>{t('layout.language')}</Menu.Label>
      {languages.map((language) => (
        <Menu.Item
          key={language}
          lang={language}
          onClick={() => void chooseOwnLanguage(language)}
          rightSection={check(language === shown)}
        >
          {languageNames[language]}
        </Menu.Item>
      ))}
    </>
  )
}

function ThemeItems() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
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
    </>
  )
}

/** The balance, hidden from operators (domain.md#roles-and-scope); their role stands in its place. */
function BalanceOrRole({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const balance = useBalance(manager)
  if (balance === undefined) return t(`enums.role.${manager.role}`)
  return (
    <>
      {t('layout.balance')} <Money minor={balance.available.amount} unit />
      <span className={classes.whose}>
        {t(`layout.balanceOf.${balance.of}`, { name: balance.owner_name ?? '' })}
      </span>
    </>
  )
}
