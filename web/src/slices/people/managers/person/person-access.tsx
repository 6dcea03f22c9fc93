import { contract, type Person } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { nameOf } from '../../../../ui/pictures/avatar.tsx'
import { useKeepPerson } from '../people-query.ts'
import classes from './person-drawer.module.css'

/** Whether somebody may sign in: their invitation, and their block. */
export function PersonAccess({ person }: { person: Person }) {
  const { t } = useTranslation()
  const keep = useKeepPerson()
  const [asking, setAsking] = useState(false)
  const params = { id: person.id }
  const block = useChange({
    mutationFn: (blocked: boolean) => request(contract.managers.change, { params, body: { blocked } }),
    onSuccess: keep,
  })
  const resend = useChange({ mutationFn: () => request(contract.managers.resendInvitation, { params }) })
  const error = block.error ?? resend.error
  if (!person.can.block) return null
  return (
    <section className={classes.section} aria-label={t('managers.access')}>
      {person.invited && <p className={classes.hint}>{t('managers.invitedHint')}</p>}
      {error && <FormError error={error} />}
      {resend.isSuccess && (
        <p className={classes.good} role="status">
          {t('managers.resent', { email: person.email })}
        </p>
      )}
      <div className={classes.buttons}>
        {person.invited && !person.blocked && (
          <ChangeButton variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('managers.resend')}
          </ChangeButton>
        )}
        {person.blocked ? (
          <ChangeButton variant="default" loading={block.isPending} onClick={() => block.mutate(false)}>
            {t('managers.unblock')}
          </ChangeButton>
        ) : (
          <ChangeButton variant="light" color="red" loading={block.isPending} onClick={() => setAsking(true)}>
            {t('managers.block.action')}
          </ChangeButton>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('managers.block.title', { name: nameOf(person) })}
        text={t('managers.block.text')}
        action={t('managers.block.action')}
        onConfirm={() => block.mutate(true)}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
