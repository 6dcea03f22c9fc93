import { Button, Select, Switch, TextInput } from '@mantine/core'
import { type Location, silentPartnerRules } from '@stationmaster/contract'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { UnsavedGuard } from '../../../../ui/forms/unsaved-guard.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import type { AddressMapProps } from '../add-form.tsx'
import { AddressFields } from '../address-fields.tsx'
import classes from '../form.module.css'
import { OwnerPicker } from '../owner-picker.tsx'
import { PlaceFields } from '../place-fields.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { DeleteLocation } from './delete-location.tsx'
import { HoursEditor } from './hours-editor.tsx'
import split from './split.module.css'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { useSettings } from './use-settings.ts'

interface SettingsFormProps {
  location: Location
  onClose: () => void
  onDeleted: () => void
  renderMap: (props: AddressMapProps) => ReactNode
}

/** All settings of a location, its opening hours, and its deletion (domain.md#locations). */
export function SettingsForm({ location, onClose, onDeleted, renderMap }: SettingsFormProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const form = useSettings(location)
  const { values, save, set } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.valid && form.dirty && !save.isPending) save.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <UnsavedGuard dirty={form.dirty && !save.isPending} />
      {form.dialog}
      <div className={split.split}>
        <AboutPanel form={form} />
        <Panel title={t('locations.map.title')}>
          {renderMap({
            address: values,
            point: values.coordinates,
            onPoint: (coordinates) => set({ coordinates }),
            onAddress: set,
          })}
        </Panel>
      </div>
      <Panel title={t('locations.place.title')}>
        <PlaceFields values={values} onChange={set} error={form.errorOf('height_limit_cm')} />
      </Panel>
      <Panel title={t('locations.hours.title')}>
        <HoursEditor hours={form.hours} forAll={form.forAll} onChange={form.setHours} />
      </Panel>
      {location.can.delete && <DeleteLocation location={location} onDeleted={onDeleted} />}
      {form.meanwhile.length > 0 && (
        <ChangedMeanwhile
          changes={form.meanwhile}
          loading={form.reload.isPending}
          onReload={() => form.reload.mutate()}
        />
      )}
      {save.isError && form.meanwhile.length === 0 && (
        <p className={classes.failure} role="alert">
          {errorText(save.error)}
        </p>
      )}
      <div className={classes.foot}>
        <p className={classes.note} role="status">
          {form.dirty ? t('locations.settings.unsaved') : save.isSuccess ? t('locations.settings.saved') : ''}
        </p>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <ChangeButton type="submit" disabled={!form.valid || !form.dirty} loading={save.isPending}>
          {t('locations.settings.save')}
        </ChangeButton>
      </div>
    </form>
  )
}

/** The fields beside the map: name, owner, address and terms of the location. */
function AboutPanel({ form }: { form: ReturnType<typeof useSettings> }) {
  const { t } = useTranslation()
  const { values, set } = form
  return (
    <Panel title={t('locations.settings.about')}>
      <div className={classes.form}>
        <TextInput
          label={t('locations.fields.name')}
          required
          autoComplete="off"
          maxLength={200}
          {...form.text('name')}
        />
        <OwnerPicker owner={form.owner} onChange={form.setOwner} label={t('locations.columns.owner')} />
        <AddressFields text={form.text} required />
        <TimeZoneSelect value={values.time_zone} onChange={(time_zone) => set({ time_zone })} />
        <NumberField
          label={t('locations.fields.cashback_percent')}
          value={values.cashback_percent}
          onChange={(typed) => set({ cashback_percent: typed === '' ? 0 : typed })}
          min={0}
          max={100}
          suffix={' %'}
          error={form.errorOf('cashback_percent')}
          w={160}
        />
        <Switch
          label={t('locations.place.listed')}
          description={t('locations.place.listedText')}
          checked={values.listed}
          onChange={(event) => set({ listed: event.currentTarget.checked })}
        />
        <NumberField
          label={t('locations.silence.minutes')}
          description={t('locations.silence.text')}
          placeholder={t('locations.silence.never')}
          value={values.silence_minutes ?? ''}
          onChange={(typed) => set({ silence_minutes: typed === '' ? null : typed })}
          min={5}
          max={10_080}
          suffix={` ${t('locations.silence.unit')}`}
          error={form.errorOf('silence_minutes')}
          styles={{ wrapper: { maxWidth: 160 } }}
        />
        <StationTerms form={form} />
      </div>
    </Panel>
  )
}

/** Whether the stations' lists of cards follow those of the network, what holds for partners' cards, and what services cost at most. */
function StationTerms({ form }: { form: ReturnType<typeof useSettings> }) {
  const { t } = useTranslation()
  const { values, set } = form
  return (
    <>
      <Switch
        label={t('locations.place.localLists')}
        description={t('locations.place.localListsText')}
        checked={values.local_lists}
        onChange={(event) => set({ local_lists: event.currentTarget.checked })}
      />
      <Select
        label={t('locations.silentPartner.label')}
        description={t(`locations.silentPartner.${values.silent_partner}Text`)}
        data={silentPartnerRules.map((value) => ({ value, label: t(`locations.silentPartner.${value}`) }))}
        value={values.silent_partner}
        onChange={(rule) => rule && set({ silent_partner: rule })}
        allowDeselect={false}
        styles={{ wrapper: { maxWidth: 320 } }}
      />
      <NumberField
        label={t('locations.serviceMost.label')}
        description={t('locations.serviceMost.text')}
        value={values.service_price_most / 100}
        onChange={(typed) => set({ service_price_most: typed === '' ? 0 : Math.round(typed * 100) })}
        min={0.01}
        max={100_000}
        decimals={2}
        suffix={` ${network.currencySign}`}
        error={form.errorOf('service_price_most')}
        styles={{ wrapper: { maxWidth: 160 } }}
      />
    </>
  )
}
