import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { usePasswordProof } from '../../../../ui/forms/password-proof.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import {
  beginSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  useSecondFactor,
  useSecondFactorChanged,
} from './own-second-factor.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

const SecondFactorSetup = lazy(async () => ({
  default: (await import('./second-factor-setup.tsx')).SecondFactorSetup,
}))

/** The own second factor: set up, its recovery codes, switched off. */
export function SecondFactorPanel() {
  const { t } = useTranslation()
  const factor = useSecondFactor()
  const changed = useSecondFactorChanged()
  const { prove, dialog } = usePasswordProof()
  const begin = useChange({ mutationFn: () => prove(beginSecondFactor) })
  const renew = useChange({ mutationFn: () => prove(renewRecoveryCodes) })
  const remove = useChange({ mutationFn: () => prove(removeSecondFactor), onSuccess: changed })
  const close = () => {
    begin.reset()
    renew.reset()
    void changed()
  }
  const error = begin.error ?? renew.error ?? remove.error
  return (
    <Panel title={t('factor.title')}>
      <div className={classes.step}>
        {factor.isError && <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />}
        {factor.isPending && <Skeleton height={52} />}
        {factor.data && factor.data.state !== 'on' && (
          <SetUp loading={begin.isPending} onClick={() => begin.mutate()} />
        )}
        {factor.data?.confirmed_at && (
          <Since at={factor.data.confirmed_at} left={factor.data.recovery_codes_left} />
        )}
        {factor.data?.confirmed_at && (
          <div className={classes.buttons}>
            <ChangeButton variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
              {t('factor.renew')}
            </ChangeButton>
            {!factor.data.required && (
              <RemoveButton loading={remove.isPending} onConfirm={() => remove.mutate()} />
            )}
          </div>
        )}
        {error && <FormError error={error} />}
      </div>
      <Dialog
        opened={begin.data !== undefined || renew.data !== undefined}
        onClose={close}
        title={t(renew.data ? 'factor.codes.title' : 'factor.title')}
        size={460}
        centered
        closeOnClickOutside={false}
      >
        {begin.data && (
          <Suspense fallback={<Skeleton height={320} />}>
            <SecondFactorSetup {...begin.data} onDone={close} />
          </Suspense>
        )}
        {renew.data && <RecoveryCodes codes={renew.data} onDone={close} />}
      </Dialog>
      {dialog}
    </Panel>
  )
}

function SetUp({ loading, onClick }: { loading: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.text}>{t('factor.off')}</p>
      <div className={classes.buttons}>
        <ChangeButton variant="default" loading={loading} onClick={onClick}>
          {t('factor.setUp')}
        </ChangeButton>
      </div>
    </>
  )
}

/** When it was set up, and how many recovery codes are left. */
function Since({ at, left }: { at: string; left: number }) {
  const { t } = useTranslation()
  return (
    <Facts>
      <Fact name={t('factor.since')}>
        <When at={at} style="day" />
      </Fact>
      <Fact name={t('factor.left')}>{left}</Fact>
    </Facts>
  )
}

interface RemoveButtonProps {
  loading: boolean
  onConfirm: () => void
}

/** Switches the second factor off, after a question. */
function RemoveButton({ loading, onConfirm }: RemoveButtonProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ChangeButton variant="light" color="red" loading={loading} onClick={() => setAsking(true)}>
        {t('factor.remove')}
      </ChangeButton>
      <ConfirmDialog
        opened={asking}
        title={t('factor.ask.title')}
        text={t('factor.ask.text')}
        action={t('factor.remove')}
        onConfirm={onConfirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
