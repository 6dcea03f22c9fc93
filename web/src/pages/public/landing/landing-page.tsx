import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { useTitle } from '../../../ui/frame/use-title.ts'
import {
  IconActivity,
  IconArrowRight,
  IconChargingPile,
  IconCoins,
  IconHistory,
  IconShieldCheck,
  IconUsers,
} from '../../../ui/pictures/icons.ts'
import { ExampleBill } from './example-bill.tsx'
import { Hero } from './hero.tsx'
import classes from './landing-page.module.css'

const facts = ['protocols', 'cards', 'free', 'languages'] as const
const features = [
  { key: 'live', icon: IconActivity },
  { key: 'money', icon: IconCoins },
  { key: 'stations', icon: IconChargingPile },
  { key: 'team', icon: IconUsers },
  { key: 'kept', icon: IconShieldCheck },
  { key: 'record', icon: IconHistory },
] as const

/** The start page for visitors: what the product is, what it holds to, and the way in. */
export function LandingPage() {
  const { t } = useTranslation()
  const manager = useManager()
  const help = useHelpConfig()
  useTitle('')
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <div className={classes.words}>
          <p className={classes.protocols}>{t('landing.protocols')}</p>
          <h1 className={classes.greeting}>{t('landing.greeting')}</h1>
          <p className={classes.intro}>{t('landing.intro')}</p>
          <div className={classes.ways}>
            <WayIn />
            {!manager && help?.sign_up !== false && (
              <Button component={Link} to="/signup" size="md" variant="default">
                {t('auth.signUp.title')}
              </Button>
            )}
          </div>
        </div>
        <Hero />
      </section>
      <Facts />
      <Features />
      <section className={classes.split}>
        <div>
          <h2 className={classes.heading}>{t('landing.bill.title')}</h2>
          <p className={classes.lead}>{t('landing.bill.text')}</p>
        </div>
        <ExampleBill />
      </section>
      <Plans />
      <section className={classes.end}>
        <h2 className={classes.heading}>{t('landing.end')}</h2>
        <WayIn />
        <p className={classes.text}>
          <Link to="/driver" className={classes.driver}>
            {t('landing.driver')}
          </Link>
        </p>
      </section>
    </div>
  )
}

/** What the product holds to, in four lines. */
function Facts() {
  const { t } = useTranslation()
  return (
    <section aria-label={t('landing.facts.title')}>
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact} className={classes.fact}>
            <span className={classes.figure}>{t(`landing.facts.${fact}`)}</span>
            <span className={classes.text}>{t(`landing.facts.${fact}Text`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the product does. */
function Features() {
  const { t } = useTranslation()
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('landing.features.title')}</h2>
      <div className={classes.features}>
        {features.map(({ key, icon: Icon }) => (
          <div key={key} className={classes.feature}>
            <span className={classes.icon}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
            </span>
            <h3 className={classes.name}>{t(`landing.features.${key}`)}</h3>
            <p className={classes.text}>{t(`landing.features.${key}Text`)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

/** What it costs. */
function Plans() {
  const { t } = useTranslation()
  const manager = useManager()
  return (
    <section className={classes.section} id="plans">
      <h2 className={classes.heading}>{t('landing.plans.title')}</h2>
      <div className={classes.plans}>
        <div className={classes.plan}>
          <h3 className={classes.planName}>{t('landing.plans.free')}</h3>
          <p className={classes.text}>{t('landing.plans.freeText')}</p>
        </div>
        <div className={classes.plan} data-pro>
          <h3 className={classes.planName}>{t('landing.plans.pro')}</h3>
          <p className={classes.text}>{t('landing.plans.proText')}</p>
          {manager?.role === 'manager' && (
            <Button component={Link} to="/settings/payments" variant="default">
              {t('landing.plans.upgrade')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

/** A link to the dashboard for people who are logged in, else to the log-in. */
function WayIn() {
  const { t } = useTranslation()
  const manager = useManager()
  return (
    <Button
      component={Link}
      to={manager ? '/dashboard' : '/login'}
      size="md"
      rightSection={<IconArrowRight size={18} stroke={1.75} />}
    >
      {manager ? t('landing.start') : t('landing.logIn')}
    </Button>
  )
}
