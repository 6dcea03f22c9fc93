import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../api/use-help-config.ts'
import classes from './text-page.module.css'
import { TextPage } from './text-page.tsx'

/** How people have their data deleted (domain.md#public-pages). */
export function DataDeletionPage() {
  const { t } = useTranslation()
  const config = useHelpConfig()
  const phone = config?.support_phone
  const contact = config?.links.contact
  return (
    <TextPage title={t('public.deletion.title')}>
      <ul className={`${classes.prose} ${classes.points}`}>
        <li>
          {t('public.deletion.ask')}
          {contact && (
            <>
              {' '}
              <a href={contact}>{t('public.links.contact')}</a>
            </>
          )}
          {phone && (
            <>
              {contact ? ', ' : ' '}
              <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
            </>
          )}
        </li>
        <li>{t('public.deletion.done')}</li>
        <li>{t('public.deletion.kept')}</li>
      </ul>
    </TextPage>
  )
}
