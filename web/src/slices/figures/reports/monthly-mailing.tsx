import { Select, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { languageNames, languages } from '../../../i18n/index.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import classes from './monthly-mailing.module.css'
import { mailingQuery, useMailing } from './monthly-queries.ts'

/** Whether the owner gets the report by mail on the 1st, and in which language. */
export function MonthlyMailing({ ownerId }: { ownerId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(mailingQuery(ownerId))
  const mailing = useMailing(ownerId)
  if (!data) return null
  const { wanted, language } = mailing.isPending ? mailing.variables : data
  return (
    <div className={classes.line}>
      <Switch
        checked={wanted}
        disabled={mailing.isPending}
        onChange={({ currentTarget }) => mailing.mutate({ wanted: currentTarget.checked, language })}
        label={t('reports.monthly.mailing')}
      />
      {wanted && (
        <Select
          aria-label={t('reports.monthly.mailingLanguage')}
          w={140}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          allowDeselect={false}
          disabled={mailing.isPending}
          onChange={(value) => {
            const chosen = languages.find((one) => one === value)
            if (chosen) mailing.mutate({ wanted, language: chosen })
          }}
        />
      )}
      {mailing.isError && <FormError error={mailing.error} />}
    </div>
  )
}
