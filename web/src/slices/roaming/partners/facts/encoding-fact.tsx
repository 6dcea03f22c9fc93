import { Select } from '@mantine/core'
import { contract, type RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Fact } from '../../../../ui/frame/facts.tsx'
import { useReloadRoaming } from '../partner-queries.ts'

type Encoding = RoamingPartner['wants_encoded']
const asTheirs = 'theirs'

/** How tokens are written in calls to a partner: as it writes its own, or as somebody has set it. */
export function EncodingFact({ partner }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const change = useChange({
    mutationFn: (wants_encoded: Encoding, idempotency) =>
      request(contract.roamingPartners.change, {
        params: { id: partner.id },
        body: { wants_encoded },
        idempotency,
      }),
    onSuccess: reload,
  })
  const { sends_encoded: seen, wants_encoded: wanted } = partner
  return (
    <Fact name={t('roaming.encoding.name')}>
      <Select
        size="xs"
        w="100%"
        maw={200}
        aria-label={t('roaming.encoding.name')}
        allowDeselect={false}
        value={wanted ?? asTheirs}
        data={[
          {
            value: asTheirs,
            label: t('roaming.encoding.theirs', { seen: seen ? t(`roaming.encoding.${seen}`) : '–' }),
          },
          { value: 'base64', label: t('roaming.encoding.base64') },
          { value: 'plain', label: t('roaming.encoding.plain') },
        ]}
        onChange={(value) => value && change.mutate(value === asTheirs ? null : (value as Encoding))}
      />
      {change.isError && <FormError error={change.error} />}
    </Fact>
  )
}
