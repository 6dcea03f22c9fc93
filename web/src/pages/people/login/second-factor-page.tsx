import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { takeRequestedPage } from '../../../slices/people/auth/requested-page.ts'
import {
  beginSecondFactor,
  useSecondFactorChanged,
} from '../../../slices/people/auth/second-factor/own-second-factor.ts'
import { SecondFactorSetup } from '../../../slices/people/auth/second-factor/second-factor-setup.tsx'
import { logOut } from '../../../slices/people/auth/session-actions.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { usePasswordProof } from '../../../ui/forms/password-proof.tsx'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { IconShieldLock } from '../../../ui/pictures/icons.ts'
import { Mark } from './mark.tsx'

/** Where administrators are led who need a second factor before anything else. */
export function SecondFactorPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const changed = useSecondFactorChanged()
  const { prove, dialog } = usePasswordProof()
  const begin = useChange({ mutationFn: () => prove(beginSecondFactor) })
  const done = async () => {
    await changed()
    router.history.push(takeRequestedPage())
  }
  const leave = () => {
    logOut()
    void router.navigate({ to: '/' })
  }
  return (
    <EntryCard
      title={t('factor.title')}
      subtitle={begin.data ? undefined : t('factor.needed')}
      mark={<Mark icon={IconShieldLock} />}
      close={{ label: t('layout.logOut'), onClose: leave }}
    >
      {begin.data ? (
        <SecondFactorSetup {...begin.data} onDone={() => void done()} />
      ) : (
        <ChangeButton size="md" fullWidth loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('factor.setUp')}
        </ChangeButton>
      )}
      {begin.isError && <FormError error={begin.error} />}
      {dialog}
    </EntryCard>
  )
}
