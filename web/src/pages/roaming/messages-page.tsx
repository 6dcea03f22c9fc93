import { getRouteApi } from '@tanstack/react-router'
import { MessagesPanel } from '../../slices/roaming/partners/messages/messages-panel.tsx'
import { PartnerFrame } from './partner-frame.tsx'

const route = getRouteApi('/app/roaming/$partnerId/messages')

/** What was said between a partner and us. */
export function PartnerMessagesPage() {
  const { module } = route.useSearch()
  return (
    <PartnerFrame {...route.useParams()}>
      {(partner) => <MessagesPanel key={module} partner={partner} module={module} />}
    </PartnerFrame>
  )
}
