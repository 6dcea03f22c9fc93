import { type AccountBody, companyForm, contract, individualForm } from '@stationmaster/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { companyBody, individualBody } from './account-bodies.ts'
import { draftOf, forgetDraft, keepDraft } from './drafts.ts'
import classes from './plan.module.css'
import { StepFields, useDraft, valuesOf } from './step-fields.tsx'

type BusinessType = 'individual' | 'company'

interface StepProps {
  managerId: number
  onDone: () => void
}

/** Step 2: who sells, a person or a company with its principal. */
export function BusinessForm(props: StepProps) {
  const { t } = useTranslation()
  const [type, setType] = useState(() => draftOf('type', { type: 'individual' as BusinessType }).type)
  const choose = (next: BusinessType) => {
    keepDraft('type', { type: next })
    setType(next)
  }
  return (
    <div className={classes.form}>
      <SegmentedControl
        aria-label={t('plan.business.type')}
        value={type}
        onChange={choose}
        data={(['individual', 'company'] as const).map((value) => ({
          value,
          label: t(`plan.business.${value}`),
        }))}
      />
      {type === 'individual' ? <IndividualForm {...props} /> : <CompanyForm {...props} />}
    </div>
  )
}

function useSave({ managerId, onDone }: StepProps, draft: string) {
  return useChange({
    mutationFn: (body: AccountBody, wish) =>
      request(contract.plan.saveAccount, { params: { id: managerId }, body, wish }),
    onSuccess: () => {
      forgetDraft(draft)
      onDone()
    },
  })
}

const individualFields = Object.keys(individualForm.shape)

function IndividualForm(props: StepProps) {
  const form = useCheckedForm(individualForm, valuesOf('individual', individualFields))
  useDraft('individual', form.values)
  const save = useSave(props, 'individual')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) save.mutate(individualBody(form.data))
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <StepFields form={form} fields={individualFields} />
      <Submit ready={form.data !== undefined} save={save} />
    </form>
  )
}

const companyFields = Object.keys(companyForm.shape)
const isPrincipal = (field: string) => field.startsWith('principal_')

function CompanyForm(props: StepProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(companyForm, valuesOf('company', companyFields))
  useDraft('company', form.values)
  const save = useSave(props, 'company')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) save.mutate(companyBody(form.data))
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <StepFields form={form} fields={companyFields.filter((field) => !isPrincipal(field))} />
      <fieldset className={classes.group}>
        <legend className={classes.section}>{t('plan.business.principal')}</legend>
        <StepFields form={form} fields={companyFields.filter(isPrincipal)} />
      </fieldset>
      <Submit ready={form.data !== undefined} save={save} />
    </form>
  )
}

interface SubmitProps {
  ready: boolean
  save: { isPending: boolean; isError: boolean; error: unknown }
}

/** The button that goes on, with the server's refusal beside it. */
export function Submit({ ready, save }: SubmitProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.row}>
      <ChangeButton type="submit" disabled={!ready} loading={save.isPending}>
        {t('plan.continue')}
      </ChangeButton>
      {save.isError && <FormError error={save.error} />}
    </div>
  )
}
