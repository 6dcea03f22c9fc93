import { Button, TextInput } from '@mantine/core'
import { contract, type StationModel } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { useFields } from '../../../../ui/forms/use-fields.ts'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../../ui/pictures/icons.ts'
import { EvseFields } from './evse-fields.tsx'
import { addEvse, checkModel, type ModelDraft } from './model-draft.ts'
import classes from './model-form.module.css'
import { useFocusNew } from './use-focus-new.ts'

interface ModelFormProps {
  draft: ModelDraft
  /** the model to change; absent for a new one */
  id?: number | undefined
  onChange: (draft: ModelDraft) => void
  onSaved: (model: StationModel) => void
}

/** Describes a station model; it can be sent once every rule holds. */
export function ModelForm({ draft, id, onChange, onSaved }: ModelFormProps) {
  const { t } = useTranslation()
  const { model, faults } = checkModel(draft)
  const { list, expect } = useFocusNew(draft.evses.length)
  const addNextEvse = () => {
    expect()
    onChange(addEvse(draft))
  }
  const save = useSaveModel(id, onSaved)
  const fields = useFields<ModelDraft, string>({
    values: draft,
    onChange: (part) => onChange({ ...draft, ...part }),
    faultOf: (field) => faults[field] && t(`wizard.model.fault.${faults[field]}`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (model) save.mutate(model)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {save.isError && <FormError error={save.error} />}
      <Panel title={t(id === undefined ? 'wizard.model.title' : 'wizard.model.changeTitle')}>
        <NameFields text={fields.text} />
      </Panel>
      <div className={classes.evses} ref={list}>
        {draft.evses.map((evse, index) => (
          <EvseFields
            key={evse.number}
            draft={draft}
            index={index}
            onChange={onChange}
            checked={fields.checked}
          />
        ))}
      </div>
      {Object.values(faults).includes('tooMany') && (
        <p className={classes.error} role="alert">
          {t('wizard.model.fault.tooMany')}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={addNextEvse}>
          {t('wizard.model.addEvse')}
        </Button>
        <ChangeButton type="submit" disabled={!model} loading={save.isPending}>
          {t(id === undefined ? 'wizard.model.create' : 'wizard.model.save')}
        </ChangeButton>
      </div>
    </form>
  )
}

type NameField = 'vendor_name' | 'model' | 'image'

/** Vendor, name and picture of the model. */
function NameFields({ text: textOf }: { text: (field: NameField) => object }) {
  const { t } = useTranslation()
  const text = (field: NameField) => ({
    ...textOf(field),
    label: t(`wizard.model.${field}`),
  })
  return (
    <div className={classes.names}>
      <TextInput {...text('vendor_name')} required maxLength={60} />
      <TextInput {...text('model')} required maxLength={60} />
      <TextInput
        {...text('image')}
        className={classes.wide!}
        type="url"
        inputMode="url"
        placeholder="https://"
        description={t('wizard.model.imageHint')}
      />
    </div>
  )
}

/** Adds the model, or changes the one with an id. */
function useSaveModel(id: number | undefined, onSaved: ModelFormProps['onSaved']) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: NonNullable<ReturnType<typeof checkModel>['model']>, idempotency) =>
      id === undefined
        ? request(contract.stationModels.add, { body, idempotency })
        : request(contract.stationModels.change, { params: { id }, body }),
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: ['station-models'] })
      onSaved(saved)
    },
  })
}
