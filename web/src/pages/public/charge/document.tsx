import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageNames, languages } from '../../../i18n/index.ts'
import { LogoMark } from '../../../ui/frame/logo.tsx'

interface DocumentProps {
  language: Language
  title: string
  description: string
  styles: string
  /** the address of this page, to which a language is added */
  path: string
  /** loaded when the page is seen */
  script: string
  children: ReactNode
}

/** A page that is drawn by the server whole, and needs neither the application nor its styles. */
export function ChargeDocument({
  language,
  title,
  description,
  styles,
  path,
  script,
  children,
}: DocumentProps) {
  const { t } = useTranslation()
  const languageLink = (to: Language) => `${path}${path.includes('?') ? '&' : '?'}lang=${to}`
  return (
    <html lang={language} translate="no">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description} />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{styles}</style>
        <script type="module" src={script} />
      </head>
      <body>
        <header>
          <a href="/charge" className="home">
            <LogoMark size={28} />
            <span>{t('charge.home')}</span>
          </a>
          <nav aria-label={t('charge.language')}>
            {languages.map((one) => (
              <a
                key={one}
                href={languageLink(one)}
                hrefLang={one}
                lang={one}
                data-language={one}
                aria-current={one === language ? 'true' : undefined}
                aria-label={`${one.toUpperCase()}: ${languageNames[one]}`}
              >
                {one.toUpperCase()}
              </a>
            ))}
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
