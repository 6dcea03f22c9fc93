import { Button } from '@mantine/core'
import { contract, type Manager } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Step, Steps } from '../../../ui/forms/steps.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { LaterSteps, LocationStep, StationSteps, useFirstLocation } from './first-steps.tsx'

/** What an administrator does to get from a server to a network that charges, and is paid for it. */
export function NetworkSteps({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const format = useFormat()
  const location = useFirstLocation()
  const setup = useQuery({
    queryKey: ['help', 'setup'],
    queryFn: ({ signal }) => request(contract.help.setup, {}, signal),
  })
  if (setup.isError) return <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
  const { legal_details: legal, mail, payment_provider: provider, database } = setup.data ?? {}
  const { last_backup: last, backed_up: backedUp } = setup.data ?? {}
  return (
    <Panel title={t('dashboard.start.title')}>
      <Steps>
        <Step done={legal === true} title={t('dashboard.start.legal')}>
          {legal === false && (
            <>
              {t('dashboard.start.legalText')}
              <Button component={Link} to="/contracts" variant="default">
                {t('dashboard.start.legalOpen')}
              </Button>
            </>
          )}
        </Step>
        <Step done={mail === 'smtp'} title={t('dashboard.start.mail')}>
          {mail === 'files' && t('dashboard.start.mailText')}
        </Step>
        <LocationStep location={location} />
        {location ? <StationSteps manager={manager} location={location} /> : <LaterSteps manager={manager} />}
        <Step done={provider != null && provider !== 'sandbox'} title={t('dashboard.start.provider')}>
          {provider === null && t('dashboard.start.providerText')}
          {provider === 'sandbox' && t('dashboard.start.providerSandbox')}
        </Step>
        <Step done={backedUp === true} title={t('dashboard.start.backup')}>
          {last && t('dashboard.start.backupLast', { moment: format.when(new Date(last), 'full') })}{' '}
          {database === 'postgres' && t('dashboard.start.backupPostgres')}
          {database === 'embedded' && !backedUp && (
            <>
              {t('dashboard.start.backupEmbedded')}
              <CopyField label={t('dashboard.start.backupCommand')} value="npm run backup -- --to FOLDER" />
            </>
          )}
        </Step>
      </Steps>
    </Panel>
  )
}
