import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './takeover.module.css'

/** The way from the settings to the page on which another system is taken over. */
export function TakeoverPanel() {
  const { t } = useTranslation()
  return (
    <Panel title={t('takeover.title')}>
      <div className={classes.fields}>
        <p className={classes.about}>{t('takeover.intro')}</p>
        <div>
          <Button component={Link} to="/takeover" variant="default">
            {t('takeover.open')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
