import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../api/use-help-config.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { aboutLinks, productLinks, setLinks } from './links.ts'
import classes from './public-footer.module.css'

/** The foot of the public pages: product, about and legal links, each only where it leads somewhere. */
export function PublicFooter() {
  const { t } = useTranslation()
  const config = useHelpConfig()
  const outer = [
    { title: t('public.product'), links: setLinks(config, productLinks) },
    { title: t('public.about'), links: setLinks(config, aboutLinks) },
  ].filter(({ links }) => links.length > 0)
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <LogoMark size={28} />
          <p className={classes.name}>Stationmaster</p>
          <p className={classes.text}>{t('landing.footer')}</p>
        </div>
        {outer.map(({ title, links }) => (
          <nav key={title} className={classes.group} aria-label={title}>
            <h2 className={classes.title}>{title}</h2>
            {links.map(({ name, url }) => (
              <a key={name} href={url} className={classes.link}>
                {t(`public.links.${name}`)}
              </a>
            ))}
          </nav>
        ))}
        <nav className={classes.group} aria-label={t('public.legal.title')}>
          <h2 className={classes.title}>{t('public.legal.title')}</h2>
          <Link to="/privacy" className={classes.link}>
            {t('public.legal.privacy')}
          </Link>
          <Link to="/terms" className={classes.link}>
            {t('public.legal.terms')}
          </Link>
        </nav>
      </div>
    </footer>
  )
}
