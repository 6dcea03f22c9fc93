import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import table from '../../../../ui/tables/variable-table.module.css'
import tasks from '../tasks/tasks.module.css'
import { reportQuery } from './readings-query.ts'
import classes from './reported-table.module.css'

const mostShown = 200

/** The variables of a report, with a search; shows only so many of a long report that the page stays fast. */
export function ReportedTable({ stationId, fetchedAt }: { stationId: string; fetchedAt: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const query = useQuery(reportQuery(stationId, fetchedAt))
  if (query.isError) return <FormError error={query.error} />
  const wanted = search.trim().toLowerCase()
  const found = (query.data ?? []).filter(({ component, name, value }) =>
    `${component} ${name} ${value ?? ''}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <TextInput
        size="xs"
        className={classes.search!}
        aria-label={t('readings.report.search')}
        placeholder={t('readings.report.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={classes.scroll} aria-label={t('readings.report.list')} tabIndex={0}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>{t('readings.report.name')}</th>
              <th>{t('readings.report.value')}</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostShown).map(({ component, name, value, unit }) => (
              <tr key={`${component} ${name}`}>
                <td>
                  <span className={table.component}>{component}</span>
                  <code>{name}</code>
                </td>
                <td>
                  {value ?? <span className={tasks.quiet}>{t('common.noValue')}</span>} {unit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {found.length > mostShown && (
        <p className={tasks.quiet}>
          {t('readings.report.more', {
            count: found.length - mostShown,
            n: format.number(found.length - mostShown),
          })}
        </p>
      )}
    </>
  )
}
