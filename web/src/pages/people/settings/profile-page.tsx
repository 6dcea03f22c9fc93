import { Button, useMantineColorScheme } from '@mantine/core'
import type { Manager, Role } from '@stationmaster/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { languageNames, languageOf, languages } from '../../../i18n/index.ts'
import { BrowserPanel } from '../../../slices/operations/alerts/channels/browser-panel.tsx'
import { FullExportPanel } from '../../../slices/operations/full-export/full-export-panel.tsx'
import { TakeoverPanel } from '../../../slices/operations/takeover/takeover-panel.tsx'
import { ScreensPanel } from '../../../slices/operations/wall/screens-panel.tsx'
import { OwnPayout } from '../../../slices/partners/owners/own-admission.tsx'
import { SecondFactorPanel } from '../../../slices/people/auth/second-factor/second-factor-panel.tsx'
import { loadManager, logOut } from '../../../slices/people/auth/session-actions.ts'
import { SessionsPanel } from '../../../slices/people/auth/sessions-panel.tsx'
import { ConnectPanel } from '../../../slices/people/auth/single-sign-on/connect-panel.tsx'
import { EmailState } from '../../../slices/people/managers/email-state.tsx'
import { chooseOwnLanguage } from '../../../slices/people/managers/language.ts'
import { AvatarEditor } from '../../../slices/people/managers/own/avatar-editor.tsx'
import { ProfileForm } from '../../../slices/people/managers/own/profile-form.tsx'
import { SilenceMails } from '../../../slices/people/managers/own/silence-mails.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconLogout } from '../../../ui/pictures/icons.ts'
import { themes } from '../../../ui/theme/themes.ts'
import classes from './profile-page.module.css'
import layout from './settings-page.module.css'

/** The own profile and how the product looks to oneself (domain.md#screens). */
export function ProfilePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const manager = useManager()
  if (!manager) return null
  const leave = () => {
    logOut()
    void navigate({ to: '/' })
  }
  return (
    <div className={layout.page}>
      <PageHeader
        title={t('settings.title')}
        facts={`${manager.email} · ${t(`enums.role.${manager.role}`)}`}
        actions={
          <>
            {manager.role === 'manager' && (
              <Button component={Link} to="/settings/payments" variant="default">
                {t('plan.title')}
              </Button>
            )}
            <Button variant="default" leftSection={<IconLogout size={16} stroke={1.75} />} onClick={leave}>
              {t('layout.logOut')}
            </Button>
          </>
        }
      />
      <div className={layout.columns}>
        <Panel title={t('settings.profile')}>
          <div className={classes.profile}>
            <AvatarEditor manager={manager} />
            <ProfileForm key={manager.id} manager={manager} onSaved={loadManager} />
            <SilenceMails manager={manager} onSaved={loadManager} />
          </div>
        </Panel>
        <div className={layout.side}>
          <SignInFacts manager={manager} />
          {manager.role === 'manager' && <OwnPayout ownerId={manager.id} />}
          <ConnectPanel />
          <SecondFactorPanel />
          <SessionsPanel />
          {manager.role !== 'app-developer' && <BrowserPanel />}
          <NetworkPanels role={manager.role} />
          <Panel title={t('settings.look')}>
            <Appearance />
          </Panel>
        </div>
      </div>
    </div>
  )
}

/** By which address and password the person logs in. */
function SignInFacts({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.signIn')}>
      <Facts>
        <Fact name={t('managers.emailState')}>
          <EmailState manager={manager} />
        </Fact>
        <Fact name={t('settings.password')}>
          <span className={classes.mask} aria-label={t('settings.passwordHidden')} role="img">
            ••••••••
          </span>{' '}
          <Link to="/settings/change-password" className={classes.link}>
            {t('settings.change')}
          </Link>
        </Fact>
      </Facts>
    </Panel>
  )
}

function NetworkPanels({ role }: { role: Role }) {
  return (
    <>
      {role === 'administrator' && <ScreensPanel />}
      {(role === 'administrator' || role === 'manager') && <FullExportPanel />}
      {role === 'administrator' && <TakeoverPanel />}
    </>
  )
}

function Appearance() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={classes.choices}>
      <div className={classes.choice}>
        <span id="language-choice">{t('layout.language')}</span>
        <SegmentedControl
          aria-labelledby="language-choice"
          value={languageOf([i18n.language])}
          onChange={(language) => void chooseOwnLanguage(language)}
          data={languages.map((language) => ({
            value: language,
            label: <span lang={language}>{languageNames[language]}</span>,
          }))}
        />
      </div>
      <div className={classes.choice}>
        <span id="theme-choice">{t('layout.theme')}</span>
        <SegmentedControl
          aria-labelledby="theme-choice"
          value={colorScheme}
          onChange={setColorScheme}
          data={themes.map(({ value }) => ({ value, label: t(`layout.themes.${value}`) }))}
        />
      </div>
    </div>
  )
}
