import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './text-page.module.css'
import { TextPage } from './text-page.tsx'

/** How people have their data deleted (domain.md#public-pages). */
export function DataDeletionPage() {
  const { t } = useTranslation()
  const config = useHelpConfig()
  const format = useFormat()
  const phone = config?.support_phone
  const contact = config?.links.contact
  return (
    <TextPage title={t('public.deletion.title')}>
      <ul className={`${classes.prose} ${classes.points}`}>
        <li>
          {t('public.deletion.own')} <Link to="/driver">{t('public.deletion.account')}</Link>
        </li>
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
        {config && (
          <li>
            {t('public.deletion.kept', {
              orderLog: format.number(config.kept.order_log_days),
              meter: format.number(config.kept.meter_months),
              journal: format.number(config.kept.journal_days),
              audit: format.number(config.kept.audit_days),
            })}
          </li>
        )}
      </ul>
    </TextPage>
  )
}
