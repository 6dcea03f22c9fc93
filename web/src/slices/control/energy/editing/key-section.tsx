import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { CopyField } from '../../../../ui/fields/copy-field.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { useKeyActions } from '../energy-queries.ts'
import classes from './editing.module.css'

/** The key with which meters and the grid operator's box call; it is shown once. */
export function KeySection({ locationId, hasKey }: { locationId: number; hasKey: boolean }) {
  const { t } = useTranslation()
  const { add, end } = useKeyActions(locationId)
  const [question, setQuestion] = useState<'add' | 'end' | null>(null)
  const made = add.data?.key
  return (
    <div className={classes.others}>
      <p className={classes.hint}>{t('energy.key.about')}</p>
      {made && !end.isSuccess && (
        <>
          <p className={classes.hint}>{t('energy.key.once')}</p>
          <CopyField label={t('energy.key.label')} value={made} />
        </>
      )}
      {(add.isError || end.isError) && <FormError error={add.error ?? end.error} />}
      <Group gap="xs">
        <ChangeButton
          size="xs"
          variant="default"
          loading={add.isPending}
          onClick={() => (hasKey ? setQuestion('add') : add.mutate())}
        >
          {t(hasKey ? 'energy.key.renew' : 'energy.key.add')}
        </ChangeButton>
        {hasKey && (
          <Button size="xs" variant="default" onClick={() => setQuestion('end')}>
            {t('energy.key.end')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={question !== null}
        title={t(question === 'add' ? 'energy.key.renew' : 'energy.key.end')}
        text={t('energy.key.question')}
        action={t(question === 'add' ? 'energy.key.renew' : 'energy.key.end')}
        onConfirm={() => (question === 'add' ? add.mutate() : end.mutate())}
        onClose={() => setQuestion(null)}
      />
    </div>
  )
}
