import type { CheckResult, ConnectFailureView } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'

interface Said {
  http_status: number | null
  ocpi_status: number | null
  message: string | null
}

/** What went wrong with a partner, in plain words, and what it said itself. */
export function usePartnerWords() {
  const { t } = useTranslation()
  /** the statuses and the partner's own words, in one line */
  const said = ({ http_status: http, ocpi_status: ocpi, message }: Said): string =>
    [
      http !== null && http !== 200 ? `HTTP ${http}` : null,
      ocpi !== null && ocpi !== 1000 ? `OCPI ${ocpi}` : null,
      message,
    ]
      .filter(Boolean)
      .join(' · ')
  return {
    failure: (failure: ConnectFailureView) => {
      const step = t(`roaming.steps.${failure.step}`)
      const problem = t(`roaming.problems.${failure.fault}`)
      return { what: `${step}: ${problem}`, said: said(failure) }
    },
    check: (result: CheckResult) => ({
      name:
        result.check === 'list'
          ? t('roaming.checks.list', { module: result.module ?? '' })
          : t(`roaming.checks.${result.check}`),
      what: result.problem ? t(`roaming.problems.${result.problem}`) : null,
      said: result.problem ? said(result) : '',
    }),
  }
}
