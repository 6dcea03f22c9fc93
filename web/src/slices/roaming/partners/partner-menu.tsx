import { Menu } from '@mantine/core'
import { contract, type Invitation, type RoamingPartner } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { TileMenu } from '../../../ui/buttons/tile-menu.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { InvitationDialog } from './meeting/invite-dialog.tsx'
import { RenameDialog } from './meeting/rename-dialog.tsx'
import { useKeepFailure, useReloadRoaming } from './partner-queries.ts'

const { roamingPartners: calls } = contract
const deeds = ['renew', 'suspend', 'resume', 'invite', 'withdraw'] as const
type Deed = (typeof deeds)[number]

/** What may be done with a partner; each deed is confirmed, as it touches the traffic with it. */
export function PartnerMenu({ partner }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Deed | null>(null)
  const [renaming, setRenaming] = useState(false)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const change = useDeed(partner, setInvitation)
  const shown = open ?? 'renew'
  return (
    <>
      {change.isError && <FormError error={change.error} />}
      <TileMenu label={t('roaming.deeds.label', { name: partner.name })}>
        <Menu.Item onClick={() => setRenaming(true)}>{t('roaming.deeds.rename')}</Menu.Item>
        {deeds
          .filter((deed) => partner.can[deed])
          .map((deed) => (
            <Menu.Item
              key={deed}
              {...(deed === 'withdraw' ? { color: 'red' } : {})}
              onClick={() => setOpen(deed)}
            >
              {t(`roaming.deeds.${deed}`)}
            </Menu.Item>
          ))}
      </TileMenu>
      <ConfirmDialog
        opened={open !== null}
        title={t(`roaming.deeds.${shown}Of`, { name: partner.name })}
        text={t(`roaming.deeds.${shown}Text`)}
        action={t(`roaming.deeds.${shown}`)}
        onConfirm={() => open && change.mutate(open)}
        onClose={() => setOpen(null)}
      />
      {renaming && <RenameDialog partner={partner} onClose={() => setRenaming(false)} />}
      {invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </>
  )
}

function useDeed(partner: RoamingPartner, onInvited: (invitation: Invitation) => void) {
  const reload = useReloadRoaming()
  const keepFailure = useKeepFailure()
  return useChange({
    mutationFn: async (deed: Deed, idempotency) => {
      const input = { params: { id: partner.id }, idempotency }
      if (deed === 'invite') onInvited(await request(calls.inviteAgain, input))
      else if (deed === 'renew') keepFailure(partner, (await request(calls.renew, input)).failure)
      else if (deed === 'withdraw') await request(calls.withdraw, input)
      else await request(calls[deed], input)
      if (deed !== 'renew') keepFailure(partner, null)
    },
    onSettled: reload,
  })
}
