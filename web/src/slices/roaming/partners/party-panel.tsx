import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { contract, type RoamingParty, roamingPartyBody } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPencil } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { partyQuery, useReloadRoaming } from './partner-queries.ts'
import classes from './partners.module.css'

/** Who we are in OCPI: named once, before the first partner. */
export function PartyPanel() {
  const { t } = useTranslation()
  const query = useQuery(partyQuery)
  const [changing, setChanging] = useState(false)
  const party = query.data
  const isNamed = party !== undefined && party.country_code !== null
  return (
    <Panel
      title={t('roaming.party.title')}
      actions={
        isNamed && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={16} />}
            onClick={() => setChanging(true)}
          >
            {t('roaming.party.change')}
          </Button>
        )
      }
    >
      {party ? (
        <Shown party={party} isNamed={isNamed} onName={() => setChanging(true)} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={72} />
      )}
      {changing && party && <PartyDialog party={party} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

function Shown({ party, isNamed, onName }: { party: RoamingParty; isNamed: boolean; onName: () => void }) {
  const { t } = useTranslation()
  if (!isNamed)
    return (
      <EmptyState
        drawing="calm"
        title={t('roaming.party.none')}
        text={t('roaming.party.noneText')}
        action={<Button onClick={onName}>{t('roaming.party.name')}</Button>}
      />
    )
  return (
    <div className={classes.facts}>
      <Facts>
        <Fact name={t('roaming.party.id')}>{`${party.country_code}*${party.party_id}`}</Fact>
        <Fact name={t('roaming.party.company')}>{party.name}</Fact>
      </Facts>
      <Facts>
        <Fact name={t('roaming.versionsUrl')}>
          <span className={classes.address}>{party.versions_url}</span>
        </Fact>
        <Fact name={t('roaming.party.role')}>CPO</Fact>
      </Facts>
    </div>
  )
}

function PartyDialog({ party, onClose }: { party: RoamingParty; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const form = useCheckedForm(roamingPartyBody, {
    country_code: party.country_code ?? '',
    party_id: party.party_id ?? '',
    name: party.name ?? '',
    website: party.website ?? '',
    green_energy: party.green_energy,
    energy_supplier: party.energy_supplier ?? '',
    energy_product: party.energy_product ?? '',
  })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.roamingPartners.setParty, { body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('roaming.party.name')}
      action={t('roaming.save')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <TextInput
        {...form.text('country_code')}
        label={t('roaming.party.country')}
        description={t('roaming.party.countryHint')}
        maxLength={2}
        disabled={party.fixed}
        data-autofocus
        required
      />
      <TextInput
        {...form.text('party_id')}
        label={t('roaming.party.partyId')}
        description={t(party.fixed ? 'roaming.party.fixed' : 'roaming.party.partyIdHint')}
        maxLength={3}
        disabled={party.fixed}
        required
      />
      <TextInput {...form.text('name')} label={t('roaming.party.company')} required />
      <TextInput {...form.text('website')} label={t('roaming.party.website')} placeholder="https://" />
      <EnergyFields
        green={form.values.green_energy}
        onGreen={(green_energy) => form.change({ green_energy })}
      >
        <TextInput {...form.text('energy_supplier')} label={t('roaming.party.energy.supplier')} />
        <TextInput {...form.text('energy_product')} label={t('roaming.party.energy.product')} />
      </EnergyFields>
    </FormDialog>
  )
}

const energies = { none: null, green: true, mixed: false } as const

/** What partners' drivers see of the energy; who supplies it is of interest only where something is said. */
function EnergyFields({
  green,
  onGreen,
  children,
}: {
  green: boolean | null
  onGreen: (green: boolean | null) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('roaming.party.energy.title')}
        description={t('roaming.party.energy.hint')}
        allowDeselect={false}
        value={green === null ? 'none' : green ? 'green' : 'mixed'}
        data={(['none', 'green', 'mixed'] as const).map((value) => ({
          value,
          label: t(`roaming.party.energy.${value}`),
        }))}
        onChange={(value) => value && onGreen(energies[value as keyof typeof energies])}
      />
      {green !== null && children}
    </>
  )
}
