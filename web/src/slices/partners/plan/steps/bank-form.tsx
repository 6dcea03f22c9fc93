import { type AccountBody, bankForm, contract } from '@stationmaster/contract'
import type { FormEvent } from 'react'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import classes from '../plan.module.css'
import { bankBody } from './account-bodies.ts'
import { Submit } from './business-form.tsx'
import { forgetDraft } from './drafts.ts'
import { StepFields, useDraft, valuesOf } from './step-fields.tsx'

const fields = Object.keys(bankForm.shape)

/** Step 3: where payouts go. */
export function BankForm({ managerId, onDone }: { managerId: number; onDone: () => void }) {
  const form = useCheckedForm(bankForm, valuesOf('bank', fields))
  useDraft('bank', form.values)
  const save = useChange({
    mutationFn: (body: AccountBody, idempotency) =>
      request(contract.plan.saveAccount, { params: { id: managerId }, body, idempotency }),
    onSuccess: () => {
      forgetDraft('bank')
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) save.mutate(bankBody(form.data))
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <StepFields form={form} fields={fields} />
      <Submit ready={form.data !== undefined} save={save} />
    </form>
  )
}
