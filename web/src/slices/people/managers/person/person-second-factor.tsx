import { contract, type Person } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { usePasswordProof } from '../../../../ui/forms/password-proof.tsx'
import { nameOf } from '../../../../ui/pictures/avatar.tsx'
import { personQuery } from '../people-query.ts'
import classes from './person-drawer.module.css'

/** Switches off the second factor of a person who has lost the phone and the recovery codes. */
export function PersonSecondFactor({ person }: { person: Person }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { prove, dialog } = usePasswordProof()
  const reset = useChange({
    mutationFn: () =>
      prove((current_password) =>
        request(contract.secondFactor.reset, { params: { id: person.id }, body: { current_password } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: personQuery(person.id).queryKey }),
  })
  if (!person.can.reset_second_factor) return null
  return (
    <section className={classes.section} aria-label={t('factor.title')}>
      {reset.isError && <FormError error={reset.error} />}
      <div className={classes.buttons}>
        <ChangeButton variant="default" loading={reset.isPending} onClick={() => setAsking(true)}>
          {t('factor.reset.action')}
        </ChangeButton>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('factor.reset.title', { name: nameOf(person) })}
        text={t('factor.reset.text')}
        action={t('factor.reset.action')}
        onConfirm={() => reset.mutate()}
        onClose={() => setAsking(false)}
      />
      {dialog}
    </section>
  )
}
