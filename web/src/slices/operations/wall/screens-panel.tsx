import { Button, TextInput } from '@mantine/core'
import { contract, wallScreenBody } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { AddKey, type KeyDialogProps, KeyPanel } from '../../../ui/forms/key-panel.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { IconDeviceTv } from '../../../ui/pictures/icons.ts'
import { linkOf } from './wall-key.ts'

/** The screens of control rooms: the wall in a window of its own, and links that open it without an account. */
export function ScreensPanel() {
  const { t } = useTranslation()
  return (
    <KeyPanel
      title={t('wall.screens.title')}
      about={
        <>
          {t('wall.screens.about')}
          <Button
            size="xs"
            variant="default"
            component="a"
            href="/wall"
            target="_blank"
            leftSection={<IconDeviceTv size={16} stroke={1.75} />}
          >
            {t('wall.screens.open')}
          </Button>
        </>
      }
      add={t('wall.screens.add')}
      queryKey={['wall-screens']}
      list={(signal) => request(contract.wall.screens, {}, signal)}
      heads={{ name: t('wall.screens.screen'), used: t('wall.screens.used') }}
      form={(dialog) => <ScreenForm {...dialog} />}
      shown={{
        title: t('wall.screens.linkTitle'),
        once: t('wall.screens.linkOnce'),
        label: t('wall.screens.link'),
        value: linkOf,
      }}
      revoke={(id, idempotency) => request(contract.wall.revokeScreen, { params: { id }, idempotency })}
      question={{
        title: (name) => t('wall.screens.revokeOf', { name }),
        text: () => t('wall.screens.revokeText'),
        action: t('wall.screens.revoke'),
      }}
    />
  )
}

function ScreenForm(dialog: KeyDialogProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(wallScreenBody, { name: '' })
  return (
    <AddKey
      {...dialog}
      title={t('wall.screens.add')}
      body={form.data}
      add={(body, idempotency) => request(contract.wall.addScreen, { body, idempotency })}
    >
      <TextInput
        label={t('wall.screens.name')}
        placeholder={t('wall.screens.example')}
        data-autofocus
        {...form.text('name')}
      />
    </AddKey>
  )
}
