import { Switch } from '@mantine/core'
import { contract, type RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Fact } from '../../../../ui/frame/facts.tsx'
import { useReloadRoaming } from '../partner-queries.ts'

/** Whether a partner is a hub, which administrators say: what it says of itself opens nothing. */
export function HubFact({ partner }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const change = useChange({
    mutationFn: (hub: boolean, idempotency) =>
      request(contract.roamingPartners.change, { params: { id: partner.id }, body: { hub }, idempotency }),
    onSuccess: reload,
  })
  const { hub, hub_party_id: party } = partner
  if (!partner.can.change)
    return hub ? <Fact name={t('roaming.hub')}>{party ?? t('roaming.hubs.yes')}</Fact> : null
  return (
    <Fact name={t('roaming.hub')}>
      <Switch
        label={party ?? t('roaming.hubs.is')}
        checked={hub}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {change.isError && <FormError error={change.error} />}
    </Fact>
  )
}
