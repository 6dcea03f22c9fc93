import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../api/use-help-config.ts'
import { LogoMark } from '../../ui/frame/logo.tsx'
import { aboutLinks, type OuterLink, productLinks, setLinks } from './links.ts'
import classes from './public-footer.module.css'

/** The foot of the public pages: product, about and legal links, each only where it leads somewhere. */
export function PublicFooter() {
  const { t } = useTranslation()
  const config = useHelpConfig()
  const about = setLinks(config, aboutLinks)
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <LogoMark size={28} />
          <p className={classes.name}>Stationmaster</p>
          <p className={classes.text}>{t('landing.footer')}</p>
        </div>
        <nav className={classes.group} aria-label={t('public.product')}>
          <h2 className={classes.title}>{t('public.product')}</h2>
          <OuterLinks links={setLinks(config, productLinks)} />
          {config?.public_network && (
            <Link to="/network" className={classes.link}>
              {t('public.network.link')}
            </Link>
          )}
          <Link to="/support/app-manual" className={classes.link}>
            {t('public.manual')}
          </Link>
        </nav>
        {about.length > 0 && (
          <nav className={classes.group} aria-label={t('public.about')}>
            <h2 className={classes.title}>{t('public.about')}</h2>
            <OuterLinks links={about} />
          </nav>
        )}
        <nav className={classes.group} aria-label={t('public.legal.title')}>
          <h2 className={classes.title}>{t('public.legal.title')}</h2>
          <Link to="/privacy" className={classes.link}>
            {t('public.legal.privacy')}
          </Link>
          <Link to="/terms" className={classes.link}>
            {t('public.legal.terms')}
          </Link>
          <Link to="/support/data-deletion-request" className={classes.link}>
            {t('public.deletion.title')}
          </Link>
        </nav>
      </div>
    </footer>
  )
}

function OuterLinks({ links }: { links: OuterLink[] }) {
  const { t } = useTranslation()
  return links.map(({ name, url }) => (
    <a key={name} href={url} className={classes.link}>
      {t(`public.links.${name}`)}
    </a>
  ))
}
