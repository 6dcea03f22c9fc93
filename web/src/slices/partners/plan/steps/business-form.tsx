import { Anchor, Checkbox } from '@mantine/core'
import { type AccountBody, companyForm, contract, individualForm } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useManager } from '../../../../api/session.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import classes from '../plan.module.css'
import { planQuery } from '../plan-query.ts'
import { companyBody, individualBody } from './account-bodies.ts'
import { draftOf, forgetDraft, keepDraft } from './drafts.ts'
import { StepFields, useDraft, valuesOf } from './step-fields.tsx'

type BusinessType = 'individual' | 'company'

interface StepProps {
  managerId: number
  onDone: () => void
}

/** Step 2: who sells, a person or a company with its principal. */
export function BusinessForm(props: StepProps) {
  const { t } = useTranslation()
  const terms = useTerms(props.managerId)
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
      {type === 'individual' ? (
        <IndividualForm {...props} terms={terms} />
      ) : (
        <CompanyForm {...props} terms={terms} />
      )}
    </div>
  )
}

/** The provider's terms, which are agreed to with a click where there are some. */
interface Terms {
  /** null: there are none; undefined: that is not known yet */
  url: string | null | undefined
  agreed: boolean
  setAgreed: (agreed: boolean) => void
}

function useTerms(managerId: number): Terms {
  const { data: plan } = useQuery(planQuery(managerId))
  const [agreed, setAgreed] = useState(false)
  return { url: plan?.vendor_agreement, agreed, setAgreed }
}

const holds = ({ url, agreed }: Terms): boolean => url === null || (url !== undefined && agreed)

interface FormProps extends StepProps {
  terms: Terms
}

function useSave({ managerId, onDone, terms: { url, agreed } }: FormProps, draft: string) {
  return useChange({
    mutationFn: (body: AccountBody, idempotency) =>
      request(contract.plan.saveAccount, {
        params: { id: managerId },
        body: url ? { ...body, agreed } : body,
        idempotency,
      }),
    onSuccess: () => {
      forgetDraft(draft)
      onDone()
    },
  })
}

/** The values that the account of the user has already: a person's own, for a company those of its principal. */
function useOwnDetails(): Record<string, string> {
  const manager = useManager()
  if (!manager) return {}
  const { first_name, last_name, email, phone } = manager
  return {
    first_name,
    last_name,
    email,
    phone: phone ?? '',
    principal_first_name: first_name,
    principal_last_name: last_name,
    principal_email: email,
  }
}

const individualFields = Object.keys(individualForm.shape)

function IndividualForm(props: FormProps) {
  const form = useCheckedForm(individualForm, valuesOf('individual', individualFields, useOwnDetails()))
  useDraft('individual', form.values)
  const save = useSave(props, 'individual')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) save.mutate(individualBody(form.data))
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <StepFields form={form} fields={individualFields} />
      <AgreeToTerms {...props.terms} />
      <Submit ready={form.data !== undefined && holds(props.terms)} save={save} />
    </form>
  )
}

const companyFields = Object.keys(companyForm.shape)
const isPrincipal = (field: string) => field.startsWith('principal_')

function CompanyForm(props: FormProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(companyForm, valuesOf('company', companyFields, useOwnDetails()))
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
      <AgreeToTerms {...props.terms} />
      <Submit ready={form.data !== undefined && holds(props.terms)} save={save} />
    </form>
  )
}

function AgreeToTerms({ url, agreed, setAgreed }: Terms) {
  if (!url) return null
  return (
    <Checkbox
      checked={agreed}
      onChange={(event) => setAgreed(event.currentTarget.checked)}
      label={
        <Trans
          i18nKey="plan.business.agree"
          components={{
            terms: (
              <Anchor href={url} target="_blank" rel="noreferrer" inherit>
                {' '}
              </Anchor>
            ),
          }}
        />
      }
    />
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
