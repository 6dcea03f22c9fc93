import { Button } from '@mantine/core'
import { IconActivity, IconArrowRight, IconCoins, IconPlugConnected, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { useTitle } from '../../ui/use-title.ts'
import { Hero } from './hero.tsx'
import classes from './landing-page.module.css'

const features = [
  { key: 'live', icon: IconActivity },
  { key: 'money', icon: IconCoins },
  { key: 'stations', icon: IconPlugConnected },
  { key: 'team', icon: IconUsers },
] as const

/** The start page for visitors: what the product is, and the way in. */
export function LandingPage() {
  const { t } = useTranslation()
  const manager = useManager()
  useTitle('')
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <div className={classes.words}>
          <p className={classes.protocols}>{t('landing.protocols')}</p>
          <h1 className={classes.greeting}>{t('landing.greeting')}</h1>
          <p className={classes.intro}>{t('landing.intro')}</p>
          <Button
            component={Link}
            to={manager ? '/dashboard' : '/login'}
            size="md"
            rightSection={<IconArrowRight size={18} stroke={1.75} />}
          >
            {manager ? t('landing.start') : t('landing.logIn')}
          </Button>
        </div>
        <Hero />
      </section>
      <section className={classes.features} aria-label={t('landing.features.title')}>
        {features.map(({ key, icon: Icon }) => (
          <div key={key} className={classes.feature}>
            <Icon size={22} stroke={1.6} className={classes.icon} aria-hidden="true" />
            <h2 className={classes.name}>{t(`landing.features.${key}`)}</h2>
            <p className={classes.text}>{t(`landing.features.${key}Text`)}</p>
          </div>
        ))}
      </section>
    </div>
  )
}
